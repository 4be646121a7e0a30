import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { acquirerToken } from '@/db/schema'
import { later, minutes } from '../../core/clock'
import { keyedHash } from '../../core/crypto'
import { newId } from '../../core/id'
import type { Card, CardCreatable, Expires } from '../../model/card/schemas'
import type { CardFacts } from '../../model/card/service'
import { fail } from '../../model/errors'
import { signToken, tokenId } from '../token'
import { type BehaviourName, behaviourFor, schemeOf } from './cards'

const tokenLife = minutes(60)

/**
 * Creates a one-time token for a test card, valid once and for 60 minutes. The number and the security code exist
 * only during this call: they are not stored, logged or returned. Throws `card.not-a-test-card`, `card.expired` or
 * `card.security-code-length`.
 */
export async function tokenise(
  db: Queryable,
  input: CardCreatable,
  at: { merchantId: string; now: Date },
): Promise<Card> {
  const pan = input.pan.replaceAll(' ', '')
  const behaviour = behaviourFor(pan)
  if (!behaviour) throw fail('card.not-a-test-card')
  if (isExpired(input.expires, at.now)) throw fail('card.expired')
  const scheme = schemeOf(pan)
  if (input.csc.length !== (scheme === 'amex' ? 4 : 3)) throw fail('card.security-code-length')
  const facts = {
    scheme,
    iin: pan.slice(0, 6),
    last4: pan.slice(-4),
    expires: [...input.expires] satisfies Expires,
    fingerprint: keyedHash('fingerprint', `${at.merchantId}:${pan}`),
  } satisfies CardFacts
  const id = newId()
  const validUntil = later(at.now, tokenLife)
  await db.insert(acquirerToken).values({
    merchantId: at.merchantId,
    id,
    ...facts,
    behaviour: (input.csc === '988' ? 'invalid csc' : behaviour) satisfies BehaviourName,
    created: at.now,
    validUntil,
  })
  const { fingerprint: _, ...shown } = facts
  return {
    token: await signToken({ use: 'once', merchant: at.merchantId, id }),
    ...shown,
    created: at.now.toISOString(),
    validUntil: validUntil.toISOString(),
  }
}

/** Returns the card of a token that can still be used. */
export async function describeToken(
  db: Queryable,
  token: string,
  at: { merchantId: string; now: Date },
): Promise<CardFacts | undefined> {
  const id = await tokenId(token, at.merchantId)
  if (!id) return undefined
  const [row] = await db
    .select({
      scheme: acquirerToken.scheme,
      iin: acquirerToken.iin,
      last4: acquirerToken.last4,
      expires: acquirerToken.expires,
      fingerprint: acquirerToken.fingerprint,
    })
    .from(acquirerToken)
    .where(
      and(
        eq(acquirerToken.merchantId, at.merchantId),
        eq(acquirerToken.id, id),
        isNull(acquirerToken.usedBy),
        gt(acquirerToken.validUntil, at.now),
      ),
    )
  return row
}

/** A card is valid until its month has ended everywhere: the last places are twelve hours behind UTC. */
const isExpired = ([month, year]: Expires, now: Date): boolean =>
  now.getTime() >= Date.UTC(2000 + year, month, 1, 12)
