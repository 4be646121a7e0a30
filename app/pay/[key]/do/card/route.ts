import { enterCard } from '../../../../_parts/customer/enter-card'
import { paymentEntry } from '../../../_parts/payment'
import { postedPayment } from '../../../_parts/posted-payment'

/** Pays with a card from the form. */
export const POST = postedPayment((visit, owed, form) => enterCard(paymentEntry(visit, owed), form))

export { toPayment as GET } from '../../../_parts/to-payment'
