import { setDefaultCard } from '@/server/customer/cards'
import { owedBy } from '@/server/customer/owed'
import { type FormResult, handleAccountForm, idIn, toAccount } from '../../../_parts/customer/handle-form'
import { limitDeclines } from '../../../_parts/customer/limit-declines'
import { owedIn } from '../../../_parts/customer/owed-field'
import { paymentNote } from '../../../_parts/customer/payment-note'
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
  const owed = () => owedBy(visit.context, visit.accountId)
  const pay = async (): Promise<FormResult> => {
    await change()
    const left = await owed()
    const note = form.has('order')
      ? paymentNote(
          left.filter(({ order }) => order.id === form.get('order')),
          { paid: 'paid', unpaid: 'defaultUnpaid' },
        )
      : paymentNote(left, { paid: 'default', unpaid: 'defaultUnpaid' })
    return { to, note }
  }
  return (await owed()).length > 0 ? limitDeclines(visit, { to, note: 'tooMany' }, pay) : pay()
}

export const GET = toAccount
