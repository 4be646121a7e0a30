import type { Context } from '../context'
import { invalidContent } from '../error/error'
import type { Card, CardCreatable } from './schemas'
import { tokenise } from './test/tokenise'

/**
 * Tokenises a card with the `test` card service, the only one whose cards may pass through Kassa.
 * Throws `invalid content` for a merchant on another service, and on a card that is not a published test card.
 */
export async function tokeniseCard({ db, merchant, clock }: Context, input: CardCreatable): Promise<Card> {
  if (merchant.cardService !== 'test') {
    throw invalidContent('Card', `Cards are tokenised by the card service itself: ${merchant.cardService}.`)
  }
  return tokenise(db, input, { merchantId: merchant.id, now: clock.now() })
}
