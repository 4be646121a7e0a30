import { memberDownload, queryOf } from '@/server/http/member-download'
import { AttemptExport, exportAttempts } from '@/server/order/export-attempts'

/** Exports the failed attempts that match the filters as CSV, for members of the merchant. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> =>
  memberDownload(request, await params, async (context) => ({
    name: 'attempts',
    type: 'csv',
    content: exportAttempts(context, queryOf(request, AttemptExport)),
  }))
