import { memberDownload } from '@/server/http/member-download'
import { exportPayout } from '@/server/settlement/export-payout'

/** Exports what a payout consists of as CSV, for members of the merchant. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ merchantId: string; service: string; payoutId: string }> },
): Promise<Response> {
  const { merchantId, service, payoutId } = await params
  return memberDownload(request, { merchantId }, async (context) => ({
    name: 'payout',
    type: 'csv',
    content: await exportPayout(context, { service, id: payoutId }),
  }))
}
