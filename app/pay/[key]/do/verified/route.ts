import { isSameOrigin } from '@/server/http/same-origin'
import { seeOther } from '@/server/http/see-other'
import { addVerified } from '../../../../_parts/customer/enter-card'
import { paymentPath } from '../../../../_parts/customer/payment-visit'
import { paymentEntry } from '../../../_parts/payment'
import { type GivenKey, postedPayment } from '../../../_parts/posted-payment'

/**
 * The payer returns from the bank. The outcome in the bank's form is not trusted: Kassa asks the card service. A form from
 * the bank's own site does nothing and leads to the page with the button that continues.
 */
export const POST = async (request: Request, given: GivenKey): Promise<Response> =>
  isSameOrigin(request) ? finish(request, given) : seeOther(`${paymentPath((await given.params).key)}/verify`)

const finish = postedPayment((visit, owed, form, headers) =>
  addVerified(paymentEntry(visit, owed), { form, headers }),
)

export { toPayment as GET } from '../../../_parts/to-payment'
