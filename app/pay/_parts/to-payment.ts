import { seeOther } from '@/server/http/see-other'
import { paymentPath } from '../../_parts/customer/payment-visit'
import type { GivenKey } from './posted-payment'

/** These addresses accept only POST. A visitor who opens one is redirected to the payment. */
export const toPayment = async (_: Request, { params }: GivenKey): Promise<Response> =>
  seeOther(paymentPath((await params).key))
