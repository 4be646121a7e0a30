import { payOwnOrder } from '@/server/account/orders'
import { idIn, posted, toAccount } from '../../_parts/posted'

/** Pays an order that is unpaid. What the button said is what is paid, once for each showing of it. */
export const POST = posted(
  (form) => `/account/orders/${idIn(form, 'order')}`,
  async ({ context, accountId }, form) => {
    const to = `/account/orders/${idIn(form, 'order')}`
    const [attempt, expected] = [form.get('attempt') ?? '', form.get('expected') ?? '']
    if (!/^[\da-f-]{36}$/.test(attempt) || !/^\d{1,15}$/.test(expected)) return { to, note: 'changed' }
    const note = await payOwnOrder(context, accountId, idIn(form, 'order'), {
      attempt,
      expected: BigInt(expected),
    })
    return { to, note }
  },
)

export const GET = toAccount
