import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Database, Queryable } from '@/db/client'
import { serviceToken } from '@/db/schema'
import { later, minutes } from '../../core/clock'
import { newId } from '../../core/id'
import { type Card, type Scheme, schemes } from '../../model/card/schemas'
import type { CardCall, CardFacts } from '../../model/card/service'
import { repeatable } from '../remove-cards'
import { signToken, tokenId } from '../token'

const service = 'stripe'
const tokenLife = minutes(60)

export type TokenRow = typeof serviceToken.$inferSelect

/**
 * Creates a one-time token for a card, valid once and for 60 minutes. `customer` is the one that another system has stored
 * it with.
 */
export async function createToken(
  db: Queryable,
  { id: reference, card }: Stripe.PaymentMethod,
  { merchantId, now, customer }: { merchantId: string; now: Date; customer?: string | undefined },
): Promise<Card | undefined> {
  if (!card) return undefined
  const { fingerprint, ...facts } = factsOfCard(reference, card)
  const id = newId()
  const validUntil = later(now, tokenLife)
  const times = { created: now, validUntil }
  await db
    .insert(serviceToken)
    .values({ merchantId, service, id, reference, ...facts, fingerprint, ...times, customer })
  return {
    token: await signToken({ use: 'once', merchant: merchantId, id }),
    ...facts,
    created: now.toISOString(),
    validUntil: validUntil.toISOString(),
  }
}

/** The facts of the card of a payment method. */
export const factsOfCard = (reference: string, card: Stripe.PaymentMethod.Card): CardFacts => ({
  scheme: schemeOf(card.brand),
  last4: card.last4,
  expires: [card.exp_month, card.exp_year % 100],
  fingerprint: card.fingerprint ?? reference,
})

const schemeOf = (brand: string): Scheme => schemes.find((scheme) => scheme === brand) ?? 'unknown'

export const factsOf = ({ scheme, last4, expires, fingerprint }: TokenRow): CardFacts => ({
  scheme,
  last4,
  expires,
  fingerprint,
})

const named = (merchantId: string, id: string) =>
  and(eq(serviceToken.merchantId, merchantId), eq(serviceToken.service, service), eq(serviceToken.id, id))

/** The row of a token, whether or not it can still be used. */
export async function findToken(
  db: Database,
  token: string,
  merchantId: string,
): Promise<TokenRow | undefined> {
  const id = await tokenId(token, merchantId)
  if (id === undefined) return undefined
  const [row] = await db.select().from(serviceToken).where(named(merchantId, id))
  return row
}

/** Whether an operation can use a token: nothing has used it, or this operation. */
export const isUsable = (
  { usedBy, validUntil }: TokenRow,
  { operation, now }: { operation: string | undefined; now: Date },
): boolean => (usedBy === null ? validUntil > now : usedBy === operation)

/** Marks a token as used by an operation. Returns undefined if it cannot be used, or another operation uses it. */
export async function claimToken(
  db: Database,
  { merchantId, operation, now }: CardCall,
  token: string,
): Promise<TokenRow | undefined> {
  const id = await tokenId(token, merchantId)
  if (id === undefined) return undefined
  const free = and(isNull(serviceToken.usedBy), gt(serviceToken.validUntil, now))
  const [row] = await db
    .update(serviceToken)
    .set({ usedBy: operation })
    .where(and(named(merchantId, id), or(eq(serviceToken.usedBy, operation), free)))
    .returning()
  return row
}

/** Whether a request can still store a card by one of its tokens, or be repeated after it has. */
export async function canBeStored(
  db: Queryable,
  { merchantId, now, reference }: { merchantId: string; now: Date; reference: string },
): Promise<boolean> {
  // A request may have begun just before its token expired.
  const begun = later(now, -tokenLife)
  const isOpen = or(
    gt(serviceToken.validUntil, begun),
    and(isNotNull(serviceToken.usedBy), gt(serviceToken.validUntil, later(begun, -repeatable))),
  )
  const isOfCard = and(
    eq(serviceToken.merchantId, merchantId),
    eq(serviceToken.service, service),
    eq(serviceToken.reference, reference),
  )
  return (await db.$count(serviceToken, and(isOfCard, isOpen))) > 0
}

/** Lets other operations use the token: this one has not. */
export async function releaseToken(
  db: Database,
  { merchantId, id }: TokenRow,
  operation: string,
): Promise<void> {
  await db
    .update(serviceToken)
    .set({ usedBy: null })
    .where(and(named(merchantId, id), eq(serviceToken.usedBy, operation)))
}

/** Records the customer that a token's card is stored with, once. Returns the one that is recorded. */
export async function keepCustomer(
  db: Database,
  { merchantId, id }: TokenRow,
  customer: string,
): Promise<string> {
  await db
    .update(serviceToken)
    .set({ customer })
    .where(and(named(merchantId, id), isNull(serviceToken.customer)))
  const [row] = await db.select().from(serviceToken).where(named(merchantId, id))
  return row?.customer ?? customer
}
