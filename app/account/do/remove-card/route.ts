import { removeCard } from '@/server/customer/cards'
import { handleAccountForm, idIn, toAccount } from '../../../_parts/customer/handle-form'
import { unlessCardGone } from '../../../_parts/customer/unless-card-gone'

export const POST = handleAccountForm(
  () => '/account/cards',
  ({ context, accountId }, form) =>
    unlessCardGone(async () => {
      await removeCard(context, { accountId, cardId: idIn(form, 'card') })
      return { to: '/account/cards', note: 'removed' }
    }),
)

export const GET = toAccount
