import { posted, toAccount } from '../../_parts/posted'
import { forgettingStep } from '../../_parts/step'

/** The card that was to be verified is not added. */
export const POST = posted(
  () => '/account/cards',
  async () => ({ to: '/account/cards', note: 'stopped', cookies: [forgettingStep()] }),
)

export const GET = toAccount
