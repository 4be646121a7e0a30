import { dayOf } from '@/server/clock/calendar'
import { exportOrders } from '@/server/order/export'
import { OrderSearch } from '@/server/order/search'
import { contentError } from '@/server/rest/flaws'
import { errorAnswer, requestIdOf } from '@/server/rest/respond'
import { runtime } from '@/server/runtime'
import { browserSession } from '@/server/user/auth'
import { memberContext } from '@/server/user/session'

type Props = { params: Promise<{ merchantId: string }> }

/** The orders of the list as a CSV file, for members of the merchant. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  try {
    const { merchantId } = await params
    const context = await memberContext(runtime(), await browserSession(), merchantId)
    const given = Object.fromEntries(new URL(request.url).searchParams)
    const search = OrderSearch.safeParse(given)
    if (!search.success) throw contentError(search.error.issues, given)
    const day = dayOf(context.clock.now(), context.merchant.timeZone)
    return new Response(exportOrders(context, search.data), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="orders-${day}.csv"`,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    })
  } catch (error) {
    const { status, body } = errorAnswer(error, requestIdOf(request))
    return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
  }
}
