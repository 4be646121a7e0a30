import { limitDeclines } from '../../../../_parts/customer/limit-declines'
import { payAttemptIn } from '../../../../_parts/customer/pay-attempt'
import { payStored } from '../../../_parts/payment'
import { postedPayment } from '../../../_parts/posted-payment'

/** Pays with the stored card: the amount shown on the button, once for each time the page is shown. */
export const POST = postedPayment((visit, _, form) => {
  const press = payAttemptIn(form)
  if (!press) return Promise.resolve({ to: visit.path, note: 'changed' })
  return limitDeclines(visit, { to: visit.path, note: 'tooMany' }, () => payStored(visit, press))
})

export { toPayment as GET } from '../../../_parts/to-payment'
