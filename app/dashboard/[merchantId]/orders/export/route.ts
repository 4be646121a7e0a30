import { csvRoute } from '@/server/http/member-download'
import { exportOrders, OrderExport } from '@/server/order/export-orders'

export const GET = csvRoute('orders', OrderExport, exportOrders)
