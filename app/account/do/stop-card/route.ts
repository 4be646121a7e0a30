import { posted, toAccount } from '../../../_parts/customer/posted'
import { forgettingStep } from '../../../_parts/customer/step'

/** Gives up adding a card that needs verification. */
export const POST = posted(
  () => '/account/cards',
  async () => ({ to: '/account/cards', note: 'stopped', cookies: [forgettingStep()] }),
)

export const GET = toAccount
