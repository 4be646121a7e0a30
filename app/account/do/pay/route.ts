import { payOwnOrder } from '@/server/customer/orders'
import { idIn, posted, toAccount } from '../../../_parts/customer/posted'
import { pressIn } from '../../../_parts/customer/press'
import { trying } from '../../../_parts/customer/trying'

/** Pays an unpaid order. Charges the amount shown on the button, once for each time the page is shown. */
export const POST = posted(
  (form) => `/account/orders/${idIn(form, 'order')}`,
  async (visit, form) => {
    const { context, accountId } = visit
    const to = `/account/orders/${idIn(form, 'order')}`
    const press = pressIn(form)
    if (!press) return { to, note: 'changed' }
    return trying(visit, { to, note: 'tooMany' }, async () => {
      const note = await payOwnOrder(context, { accountId, orderId: idIn(form, 'order'), ...press })
      return { to, note, ...(note === 'approve' && { onward: `${to}/approve` }) }
    })
  },
)

export const GET = toAccount
