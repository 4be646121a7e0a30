import { contentError } from '@/server/http/flaws'
import { memberDownload } from '@/server/http/member-download'
import { exportOrders } from '@/server/order/export-orders'
import { OrderSearch } from '@/server/order/search'

/** Exports the orders that match the filters as CSV, for members of the merchant. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> =>
  memberDownload(request, await params, async (context) => {
    const given = Object.fromEntries(new URL(request.url).searchParams)
    const search = OrderSearch.safeParse(given)
    if (!search.success) throw contentError(search.error.issues, given)
    return { name: 'orders', type: 'csv', content: exportOrders(context, search.data) }
  })
