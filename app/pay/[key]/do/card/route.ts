import { enterCard } from '../../../../_parts/customer/enter-card'
import { paymentEntry } from '../../../_parts/payment'
import { postedPayment } from '../../../_parts/posted-payment'

/** Pays with a card from the form: the amount shown on the button, or nothing. */
export const POST = postedPayment(async (visit, owed, form) =>
  form.has('expected') && form.get('expected') !== owed.amount.toString()
    ? { to: visit.path, note: 'changed' }
    : enterCard(paymentEntry(visit, owed), form),
)

export { toPayment as GET } from '../../../_parts/to-payment'
