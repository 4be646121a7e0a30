import { accountStep } from '../../../_parts/customer/card-step'
import { posted, toAccount } from '../../../_parts/customer/posted'

/** Gives up adding a card that needs verification. */
export const POST = posted(
  () => '/account/cards',
  async () => ({ to: '/account/cards', note: 'stopped', cookies: [accountStep.forgetting()] }),
)

export const GET = toAccount
