import { removeCard } from '@/server/customer/cards'
import { unlessGone } from '../../../_parts/customer/gone'
import { idIn, posted, toAccount } from '../../../_parts/customer/posted'

export const POST = posted(
  () => '/account/cards',
  ({ context, accountId }, form) =>
    unlessGone(async () => {
      await removeCard(context, { accountId, cardId: idIn(form, 'card') })
      return { to: '/account/cards', note: 'removed' }
    }),
)

export const GET = toAccount
