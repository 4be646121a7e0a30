import { memberDownload, queryOf } from '@/server/http/member-download'
import { exportFees, FeeExport } from '@/server/settlement/export-fees'

/** Exports the fees of card services that match the filters as CSV, for members of the merchant. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> =>
  memberDownload(request, await params, async (context) => ({
    name: 'fees',
    type: 'csv',
    content: exportFees(context, queryOf(request, FeeExport)),
  }))
