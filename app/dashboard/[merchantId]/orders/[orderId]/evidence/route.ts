import { memberDownload } from '@/server/http/member-download'
import { readEvidence } from '@/server/settlement/evidence'
import { evidencePdf } from '@/server/settlement/evidence-pdf'

/** What Kassa knows about an order as a PDF, for members of the merchant to upload as evidence in a dispute. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ merchantId: string; orderId: string }> },
): Promise<Response> {
  const { merchantId, orderId } = await params
  return memberDownload(request, { merchantId }, async (context) => {
    const evidence = await readEvidence(context, orderId)
    const content = evidencePdf(evidence, context.merchant, context.clock.now())
    return { name: 'evidence', type: 'pdf', content }
  })
}
