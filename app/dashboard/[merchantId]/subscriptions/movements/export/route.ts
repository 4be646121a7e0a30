import { csvRoute } from '@/server/http/member-download'
import { exportMovements } from '@/server/report/export-movements'

export const GET = csvRoute('movements', exportMovements.query, exportMovements)
