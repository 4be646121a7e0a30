import { removalCharges, removeCard } from '@/server/customer/cards'
import { owedBy } from '@/server/customer/owed'
import { type FormResult, handleAccountForm, idIn, toAccount } from '../../../_parts/customer/handle-form'
import { limitDeclines } from '../../../_parts/customer/limit-declines'
import { owedIn } from '../../../_parts/customer/owed-field'
import { paymentNote } from '../../../_parts/customer/payment-note'
import { unlessCardGone } from '../../../_parts/customer/unless-card-gone'
import { unlessChanged } from '../../../_parts/customer/unless-changed'
import type { Visit } from '../../../_parts/customer/visit'
import type { PostedForm } from '../../../_parts/form'

const to = '/account/cards'

/** Removes a card, if the account still has the cards and owes no more than the page showed. */
export const POST = handleAccountForm(
  () => to,
  (visit, form) =>
    unlessCardGone(() => unlessChanged(`${to}/${idIn(form, 'card')}/remove`, () => remove(visit, form))),
)

async function remove(visit: Visit, form: PostedForm): Promise<FormResult> {
  const { context, accountId } = visit
  const cardId = idIn(form, 'card')
  const expected = form.get('cards')?.split(',')
  const removed = () => removeCard(context, { accountId, cardId, expected, owed: owedIn(form.get('owed')) })
  if (!(await removalCharges(context, { accountId, cardId }))) {
    await removed()
    return { to, note: 'removed' }
  }
  // The next card is charged for what is unpaid, as if it were chosen.
  return limitDeclines(visit, { to, note: 'tooMany' }, async () => {
    await removed()
    const left = await owedBy(context, accountId)
    return { to, note: paymentNote(left, { paid: 'removedPaid', unpaid: 'removedUnpaid' }) }
  })
}

export const GET = toAccount
