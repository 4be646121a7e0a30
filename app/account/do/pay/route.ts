import { payOwnOrder } from '@/server/customer/orders'
import { handleAccountForm, idIn, toAccount } from '../../../_parts/customer/handle-form'
import { limitDeclines } from '../../../_parts/customer/limit-declines'
import { payAttemptIn } from '../../../_parts/customer/pay-attempt'

/** Pays an unpaid order. Charges the amount shown on the button, once for each time the page is shown. */
export const POST = handleAccountForm(
  (form) => `/account/orders/${idIn(form, 'order')}`,
  async (visit, form) => {
    const { context, accountId } = visit
    const to = `/account/orders/${idIn(form, 'order')}`
    const press = payAttemptIn(form)
    if (!press) return { to, note: 'changed' }
    return limitDeclines(visit, { to, note: 'tooMany' }, async () => {
      const note = await payOwnOrder(context, { accountId, orderId: idIn(form, 'order'), ...press })
      return { to, note, ...(note === 'approve' && { onward: `${to}/approve` }) }
    })
  },
)

export const GET = toAccount
