import { removeCard } from '@/server/account/cards'
import { idIn, posted, toAccount } from '../../_parts/posted'

export const POST = posted(
  () => '/account/cards',
  async ({ context, accountId }, form) => {
    await removeCard(context, accountId, idIn(form, 'card'))
    return { to: '/account/cards', note: 'removed' }
  },
)

export const GET = toAccount
