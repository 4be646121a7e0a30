import type { Context } from '../core/context'
import type { Card, CardCreatable } from '../model/card/schemas'
import { invalidContent } from '../model/errors'
import { tokenise } from './test/tokenise'
import { countCard } from './velocity'

/**
 * Tokenises a card with the `test` card service, the only one whose cards may pass through Kassa. Throws `invalid
 * content` for a merchant on another service and for a card that is not a published test card; `too many requests`
 * when too many cards were entered recently.
 */
export async function tokeniseCard(context: Context, input: CardCreatable): Promise<Card> {
  const { db, merchant, clock } = context
  if (merchant.cardService !== 'test') {
    throw invalidContent('Card', `Cards are tokenised by the card service itself: ${merchant.cardService}.`)
  }
  await countCard(context)
  return tokenise(db, input, { merchantId: merchant.id, now: clock.now() })
}
