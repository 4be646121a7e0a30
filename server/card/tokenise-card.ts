import type { Context } from '../core/context'
import type { Card, CardCreatable, CardReference } from '../model/card/schemas'
import { fail } from '../model/errors'
import { countCard } from './card-attempt-limits'
import { tokenise } from './test/tokenise'

/**
 * Creates a one-time token: for a card number with the `test` card service, the only one whose cards may pass through
 * Kassa, and for the reference of a card with the merchant's other service. Throws `card.tokenised-elsewhere` for a
 * number at a merchant on another service, `card.not-a-test-card`, `card.expired`, `card.unknown-reference` for a
 * reference that the service does not have, or `card.too-many-entered` when too many cards were entered recently.
 */
export async function tokeniseCard(context: Context, input: CardCreatable | CardReference): Promise<Card> {
  const { db, merchant, clock, actor } = context
  const at = { merchantId: merchant.id, now: clock.now() }
  if ('reference' in input) {
    await countCard(context)
    // Nobody else may use a card that an earlier system has stored, even with its reference.
    const stored = actor.kind === 'private'
    const card = await context.cards
      .named(merchant.cardService)
      .tokenise?.(input.reference, { ...at, stored })
    if (!card) throw fail('card.unknown-reference', { service: merchant.cardService })
    return card
  }
  if (merchant.cardService !== 'test') {
    throw fail('card.tokenised-elsewhere', { service: merchant.cardService })
  }
  await countCard(context)
  return tokenise(db, input, at)
}
