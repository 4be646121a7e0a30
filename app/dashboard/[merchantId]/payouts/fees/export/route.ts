import { csvRoute } from '@/server/http/member-download'
import { exportFees } from '@/server/settlement/export-fees'

export const GET = csvRoute('fees', exportFees.query, exportFees)
