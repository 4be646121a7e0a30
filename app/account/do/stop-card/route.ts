import { posted, toAccount } from '../../../_parts/customer/posted'
import { forgettingStep } from '../../../_parts/customer/step'

/** The card that was to be verified is not added. */
export const POST = posted(
  () => '/account/cards',
  async () => ({ to: '/account/cards', note: 'stopped', cookies: [forgettingStep()] }),
)

export const GET = toAccount
