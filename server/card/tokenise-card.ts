import type { Context } from '../core/context'
import type { Card, CardCreatable } from '../model/card/schemas'
import { fail } from '../model/errors'
import { countCard } from './card-attempt-limits'
import { tokenise } from './test/tokenise'

/**
 * Tokenises a card with the `test` card service, the only one whose cards may pass through Kassa. Throws
 * `card.tokenised-elsewhere` for a merchant on another service, `card.not-a-test-card`, `card.expired`, or
 * `card.too-many-entered` when too many cards were entered recently.
 */
export async function tokeniseCard(context: Context, input: CardCreatable): Promise<Card> {
  const { db, merchant, clock } = context
  if (merchant.cardService !== 'test') {
    throw fail('card.tokenised-elsewhere', { service: merchant.cardService })
  }
  await countCard(context)
  return tokenise(db, input, { merchantId: merchant.id, now: clock.now() })
}
