import { payOwnOrder } from '@/server/customer/orders'
import { idIn, posted, toAccount } from '../../../_parts/customer/posted'
import { trying } from '../../../_parts/customer/trying'

/** Pays an unpaid order. Charges the amount shown on the button, once for each time the page is shown. */
export const POST = posted(
  (form) => `/account/orders/${idIn(form, 'order')}`,
  async (visit, form) => {
    const { context, accountId } = visit
    const to = `/account/orders/${idIn(form, 'order')}`
    const [attempt, expected] = [form.get('attempt') ?? '', form.get('expected') ?? '']
    if (!/^[\da-f-]{36}$/.test(attempt) || !/^\d{1,15}$/.test(expected)) return { to, note: 'changed' }
    const press = { attempt, expected: BigInt(expected) }
    return trying(visit, { to, note: 'tooMany' }, async () => ({
      to,
      note: await payOwnOrder(context, { accountId, orderId: idIn(form, 'order'), ...press }),
    }))
  },
)

export const GET = toAccount
