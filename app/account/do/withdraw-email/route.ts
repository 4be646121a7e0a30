import { withdrawEmailChange } from '@/server/customer/email-change'
import { posted, toAccount } from '../../../_parts/customer/posted'

export const POST = posted(
  () => '/account/information',
  async ({ context, accountId }) => {
    await withdrawEmailChange(context, accountId)
    return { to: '/account/information', note: 'kept' }
  },
)

export const GET = toAccount
