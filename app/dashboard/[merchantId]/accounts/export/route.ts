import { AccountExport, exportAccounts } from '@/server/account/export-accounts'
import { memberDownload, queryOf } from '@/server/http/member-download'

/** Exports the accounts that match the filters as CSV, for members of the merchant. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> =>
  memberDownload(request, await params, async (context) => ({
    name: 'accounts',
    type: 'csv',
    content: exportAccounts(context, queryOf(request, AccountExport)),
  }))
