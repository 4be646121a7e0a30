import { setDefaultCard } from '@/server/customer/cards'
import { owedBy } from '@/server/customer/owed'
import { type FormResult, handleAccountForm, idIn, toAccount } from '../../../_parts/customer/handle-form'
import { limitDeclines } from '../../../_parts/customer/limit-declines'
import { unlessCardGone } from '../../../_parts/customer/unless-card-gone'
import type { Visit } from '../../../_parts/customer/visit'
import type { PostedForm } from '../../../_parts/form'

/** Returns the page of the form: an order to be paid with the card, or the list of cards. */
const pageOf = (form: PostedForm) =>
  form.has('order') ? `/account/orders/${idIn(form, 'order')}` : '/account/cards'

/** Makes another card the default, and immediately pays what is owed with it. */
export const POST = handleAccountForm(pageOf, (visit, form) =>
  unlessCardGone(async () => {
    const { context, accountId } = visit
    const to = pageOf(form)
    if ((await owedOf(visit)).length > 0) {
      return limitDeclines(visit, { to, note: 'tooMany' }, () => payWith(visit, form))
    }
    await setDefaultCard(context, { accountId, cardId: idIn(form, 'card') })
    return { to, note: 'default' }
  }),
)

async function payWith(visit: Visit, form: PostedForm): Promise<FormResult> {
  await setDefaultCard(visit.context, { accountId: visit.accountId, cardId: idIn(form, 'card') })
  const isPaid = (await owedOf(visit)).length === 0
  const paid = form.has('order') ? 'paid' : 'default'
  return { to: pageOf(form), note: isPaid ? paid : 'defaultUnpaid' }
}

const owedOf = ({ context, accountId }: Visit) => owedBy(context, accountId)

export const GET = toAccount
