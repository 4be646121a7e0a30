import { exportAccounts } from '@/server/account/export-accounts'
import { csvRoute } from '@/server/http/member-download'

export const GET = csvRoute('accounts', exportAccounts.query, exportAccounts)
