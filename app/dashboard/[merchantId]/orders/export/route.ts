import { forReading } from '@/server/core/context'
import { browserSession } from '@/server/http/auth'
import { contentError } from '@/server/http/flaws'
import { requestIdOf, responseToError } from '@/server/http/respond'
import { dayOf } from '@/server/model/calendar'
import { exportOrders } from '@/server/order/export-orders'
import { OrderSearch } from '@/server/order/search'
import { runtime } from '@/server/runtime'
import { memberContext } from '@/server/user/session'

/** Exports the orders that match the filters as CSV, for members of the merchant. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> {
  try {
    const { merchantId } = await params
    const member = await memberContext(runtime(), { session: await browserSession(), merchantId })
    const context = await forReading(member)
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
    const { status, body } = responseToError(error, requestIdOf(request))
    return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
  }
}
