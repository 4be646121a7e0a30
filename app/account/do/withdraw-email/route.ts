import { withdrawEmailChange } from '@/server/account/withdraw-email-change'
import { handleAccountForm, toAccount } from '../../../_parts/customer/handle-form'

export const POST = handleAccountForm(
  () => '/account/information',
  async ({ context, accountId }) => {
    await withdrawEmailChange(context, accountId)
    return { to: '/account/information', note: 'kept' }
  },
)

export const GET = toAccount
