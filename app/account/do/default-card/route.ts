import { setDefaultCard } from '@/server/customer/cards'
import { owedSums } from '@/server/customer/owed'
import { type FormResult, handleAccountForm, idIn, toAccount } from '../../../_parts/customer/handle-form'
import { limitDeclines } from '../../../_parts/customer/limit-declines'
import { owedIn } from '../../../_parts/customer/owed-field'
import { unlessCardGone } from '../../../_parts/customer/unless-card-gone'
import { unlessChanged } from '../../../_parts/customer/unless-changed'
import type { Visit } from '../../../_parts/customer/visit'
import type { PostedForm } from '../../../_parts/form'

/** Returns the page of the form: an order to be paid with the card, or the list of cards. */
const pageOf = (form: PostedForm) =>
  form.has('order') ? `/account/orders/${idIn(form, 'order')}` : '/account/cards'

/** Makes another card the default, and immediately pays what is owed with it, if it is no more than the page showed. */
export const POST = handleAccountForm(pageOf, (visit, form) =>
  unlessCardGone(() => unlessChanged(pageOf(form), () => makeDefault(visit, form))),
)

async function makeDefault(visit: Visit, form: PostedForm): Promise<FormResult> {
  const to = pageOf(form)
  const change = () =>
    setDefaultCard(visit.context, {
      accountId: visit.accountId,
      cardId: idIn(form, 'card'),
      owed: owedIn(form.get('owed')),
    })
  if ((await owedOf(visit)).length > 0)
    return limitDeclines(visit, { to, note: 'tooMany' }, async () => {
      await change()
      const isPaid = (await owedOf(visit)).length === 0
      const paid = form.has('order') ? 'paid' : 'default'
      return { to, note: isPaid ? paid : 'defaultUnpaid' }
    })
  await change()
  return { to, note: 'default' }
}

const owedOf = ({ context, accountId }: Visit) => owedSums(context, accountId)

export const GET = toAccount
