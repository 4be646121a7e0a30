import { putCardFirst } from '@/server/account/cards'
import { owedBy } from '@/server/account/owed'
import { idIn, posted, toAccount } from '../../_parts/posted'

/** The page that the form is on: that of an order which is to be paid with the card, or the cards. */
const pageOf = (form: ReadonlyMap<string, string>) =>
  form.has('order') ? `/account/orders/${idIn(form, 'order')}` : '/account/cards'

/** Has payments taken from another card, which pays at once what is unpaid. */
export const POST = posted(pageOf, async ({ context, accountId }, form) => {
  const owed = () => owedBy(context.db, context.merchant.id, accountId)
  const before = await owed()
  await putCardFirst(context, accountId, idIn(form, 'card'))
  const to = pageOf(form)
  if (before.length === 0) return { to, note: 'default' }
  const isPaid = (await owed()).length === 0
  if (form.has('order')) return { to, note: isPaid ? 'paid' : 'defaultUnpaid' }
  return { to, note: isPaid ? 'default' : 'defaultUnpaid' }
})

export const GET = toAccount
