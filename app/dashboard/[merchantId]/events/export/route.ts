import { csvRoute } from '@/server/http/member-download'
import { exportEvents } from '@/server/order/export-events'

export const GET = csvRoute('events', exportEvents.query, exportEvents)
