import { memberDownload, queryOf } from '@/server/http/member-download'
import { exportOrders, OrderExport } from '@/server/order/export-orders'

/** Exports the orders that match the filters as CSV, for members of the merchant. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> =>
  memberDownload(request, await params, async (context) => ({
    name: 'orders',
    type: 'csv',
    content: exportOrders(context, queryOf(request, OrderExport)),
  }))
