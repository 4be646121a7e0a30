import { pressIn } from '../../../../_parts/customer/press'
import { trying } from '../../../../_parts/customer/trying'
import { payStored } from '../../../_parts/payment'
import { postedPayment } from '../../../_parts/posted-payment'

/** Pays with the stored card: the amount shown on the button, once for each time the page is shown. */
export const POST = postedPayment((visit, _, form) => {
  const press = pressIn(form)
  if (!press) return Promise.resolve({ to: visit.path, note: 'changed' })
  return trying(visit, { to: visit.path, note: 'tooMany' }, () => payStored(visit, press))
})

export { toPayment as GET } from '../../../_parts/to-payment'
