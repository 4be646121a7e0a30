import { csvRoute } from '@/server/http/member-download'
import { exportDisputes } from '@/server/settlement/export-disputes'

export const GET = csvRoute('disputes', exportDisputes.query, exportDisputes)
