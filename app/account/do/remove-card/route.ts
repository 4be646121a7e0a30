import { removeCard } from '@/server/customer/cards'
import { hasCode } from '@/server/model/errors'
import { handleAccountForm, idIn, toAccount } from '../../../_parts/customer/handle-form'
import { owedIn } from '../../../_parts/customer/owed-field'
import { unlessCardGone } from '../../../_parts/customer/unless-card-gone'

/** Removes a card, if the account still has the cards that the page was based on. */
export const POST = handleAccountForm(
  () => '/account/cards',
  ({ context, accountId }, form) =>
    unlessCardGone(async () => {
      const cardId = idIn(form, 'card')
      try {
        const expected = form.get('cards')?.split(',')
        await removeCard(context, { accountId, cardId, expected, owed: owedIn(form) })
        return { to: '/account/cards', note: 'removed' }
      } catch (error) {
        if (hasCode(error, 'payer.card-changed', 'payer.owes-more'))
          return { to: `/account/cards/${cardId}/remove`, note: 'changed' }
        throw error
      }
    }),
)

export const GET = toAccount
