import { accountStep } from '../../../_parts/customer/card-step'
import { handleAccountForm, toAccount } from '../../../_parts/customer/handle-form'

/** Gives up adding a card that needs verification. */
export const POST = handleAccountForm(
  () => '/account/cards',
  async () => ({ to: '/account/cards', note: 'stopped', cookies: [accountStep.cleared()] }),
)

export const GET = toAccount
