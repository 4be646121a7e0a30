import { csvRoute } from '@/server/http/member-download'
import { exportAttempts } from '@/server/order/export-attempts'

export const GET = csvRoute('attempts', exportAttempts.query, exportAttempts)
