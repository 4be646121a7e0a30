import { seeOther } from '@/server/http/see-other'
import { findPayment, paymentPath } from '../../../_parts/customer/payment-visit'
import { resumePaymentAt, toBank } from '../../../_parts/customer/resume-payment'
import type { GivenKey } from '../../_parts/posted-payment'

/** Sends the payer to the bank's page of a payment that waits for approval. */
export async function GET({ headers }: Request, { params }: GivenKey): Promise<Response> {
  const { key } = await params
  const { visit } = await findPayment(headers, key)
  if (!visit) return seeOther(paymentPath(key))
  return resumePaymentAt({ ...visit, orderId: visit.payment.order.id, page: visit.path }, toBank)
}
