import { removeCard } from '@/server/customer/cards'
import { handleAccountForm, idIn, toAccount } from '../../../_parts/customer/handle-form'
import { owedIn } from '../../../_parts/customer/owed-field'
import { unlessCardGone } from '../../../_parts/customer/unless-card-gone'
import { unlessChanged } from '../../../_parts/customer/unless-changed'

/** Removes a card, if the account still has the cards and owes no more than the page showed. */
export const POST = handleAccountForm(
  () => '/account/cards',
  ({ context, accountId }, form) => {
    const cardId = idIn(form, 'card')
    return unlessCardGone(() =>
      unlessChanged(`/account/cards/${cardId}/remove`, async () => {
        const expected = form.get('cards')?.split(',')
        await removeCard(context, { accountId, cardId, expected, owed: owedIn(form.get('owed')) })
        return { to: '/account/cards', note: 'removed' }
      }),
    )
  },
)

export const GET = toAccount
