import { memberDownload, queryOf } from '@/server/http/member-download'
import { exportPayouts, PayoutExport } from '@/server/settlement/export-payouts'

/** Exports the payouts that match the filters as CSV, for members of the merchant. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ merchantId: string }> },
): Promise<Response> =>
  memberDownload(request, await params, async (context) => ({
    name: 'payouts',
    type: 'csv',
    content: exportPayouts(context, queryOf(request, PayoutExport)),
  }))
