import { declinedCard } from '@/db/schema'
import { type Context, nameOfActor } from '../core/context'
import type { CardFacts, DeclineCode } from '../model/card/service'

interface DeclinedCard {
  /** The id of the request to the card service. */
  id: string
  /** The account that the card was for, if it exists. */
  account: string | undefined
  /** The order whose payment link it was entered on. */
  order: string | undefined
  card: CardFacts | undefined
  code: DeclineCode
}

/** Records a card that was declined while it was stored, for the list of failed attempts. Once per request. */
export async function recordDeclinedCard(
  { db, merchant, actor, clock }: Context,
  { id, account, order, card, code }: DeclinedCard,
): Promise<void> {
  await db
    .insert(declinedCard)
    .values({
      ...{ merchantId: merchant.id, id, accountId: account ?? null, orderId: order ?? null, code },
      card: card ? { scheme: card.scheme, last4: card.last4, expires: card.expires } : null,
      ...{ actor: nameOfActor(actor), created: clock.now() },
    })
    .onConflictDoNothing()
}
