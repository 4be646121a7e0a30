import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { merchant as merchants, signingSecret } from '@/db/schema'
import { transactionInTurn } from '@/db/turns'
import type { Scope } from '../core/context'
import { seal } from '../core/crypto'
import { newId } from '../core/id'
import { signingUse } from '../merchant/signing-secrets'
import type { SecretRoll } from './schemas'

/** A new secret, which its owner sees once, and until when the old ones sign as well. */
export interface RolledSecret {
  secret: string
  oldUntil: Date
}

/**
 * Gives a merchant a new signing secret. Until the old ones expire, every callback carries a signature with each of
 * them, so receivers can switch to the new one at any time in between. Expiry uses real time, whatever the merchant's
 * clock.
 */
export function rollSecret({ db, merchant }: Scope, { overlap }: SecretRoll): Promise<RolledSecret> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const { merchantId, expires } = signingSecret
  return transactionInTurn(db, `secret:${merchant.id}`, async (tx) => {
    const [held] = await tx
      .select({
        until: sql<number>`extract(epoch from now() + make_interval(secs => ${overlap * 3600}))::float8`,
      })
      .from(merchants)
      .where(eq(merchants.id, merchant.id))
      // The second of two simultaneous rolls sees the secret of the first.
      .for('no key update')
    if (!held) throw new Error(`There is no merchant ${merchant.id}`)
    const oldUntil = new Date(held.until * 1000)
    await tx
      .update(signingSecret)
      .set({ expires: oldUntil })
      // A secret that expires sooner keeps its expiry.
      .where(and(eq(merchantId, merchant.id), or(isNull(expires), gt(expires, oldUntil))))
    await tx.insert(signingSecret).values({
      merchantId: merchant.id,
      id: newId(),
      encrypted: seal(secret, signingUse(merchant.id)),
      created: sql`now()`,
    })
    return { secret, oldUntil }
  })
}

/** Lists from when and until when each secret signs, newest first. The secrets themselves are only shown once. */
export const listSecrets = ({
  db,
  merchant,
}: Scope): Promise<{ id: string; created: Date; expires: Date | null }[]> => {
  const { id, created, expires } = signingSecret
  return db
    .select({ id, created, expires })
    .from(signingSecret)
    .where(and(eq(signingSecret.merchantId, merchant.id), or(isNull(expires), gt(expires, sql`now()`))))
    .orderBy(desc(created))
}
