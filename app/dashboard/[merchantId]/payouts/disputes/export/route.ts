import { memberDownload, queryOf } from '@/server/http/member-download'
import { DisputeExport, exportDisputes } from '@/server/settlement/export-disputes'

/** Exports the disputes that match the filters as CSV, for members of the merchant. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> =>
  memberDownload(request, await params, async (context) => ({
    name: 'disputes',
    type: 'csv',
    content: exportDisputes(context, queryOf(request, DisputeExport)),
  }))
