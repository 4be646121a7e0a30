import { csvRoute } from '@/server/http/member-download'
import { exportPayouts } from '@/server/settlement/export-payouts'

export const GET = csvRoute('payouts', exportPayouts.query, exportPayouts)
