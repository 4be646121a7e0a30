import { open } from '@/server/core/crypto'
import { seeOther } from '@/server/http/see-other'
import { findPayment } from '../../../_parts/customer/payment-visit'
import { resumePaymentAt, toPage } from '../../../_parts/customer/resume-payment'
import { backUse } from '../../_parts/payment'

/** The payer returns from the bank, perhaps in a different browser from the one in which the payment began. */
export async function GET(
  { headers }: Request,
  { params }: { params: Promise<{ sealed: string }> },
): Promise<Response> {
  const key = keyIn((await params).sealed)
  const { visit } = key === undefined ? {} : await findPayment(headers, key)
  if (!visit) return seeOther('/login')
  return resumePaymentAt({ ...visit, orderId: visit.payment.order.id, page: visit.path }, toPage)
}

function keyIn(sealed: string): string | undefined {
  try {
    return open(sealed, backUse)
  } catch {
    // Not one of our addresses.
    return undefined
  }
}
