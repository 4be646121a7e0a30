import { csvRoute } from '@/server/http/member-download'
import { exportOrders } from '@/server/order/export-orders'

export const GET = csvRoute('orders', exportOrders.query, exportOrders)
