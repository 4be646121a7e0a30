import { and, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { signingSecret } from '@/db/schema'
import { open } from '../core/crypto'
import { groupBy } from '../core/group-by'

/** Returns the encrypted secrets that sign for each merchant: the current one, and rolled ones until they expire. */
export async function sealedSecrets(
  db: Queryable,
  owners: readonly { merchantId: string }[],
): Promise<Map<string, string[]>> {
  if (owners.length === 0) return new Map()
  const rows = await db
    .select({ merchantId: signingSecret.merchantId, encrypted: signingSecret.encrypted })
    .from(signingSecret)
    .where(
      and(
        inArray(signingSecret.merchantId, [...new Set(owners.map(({ merchantId }) => merchantId))]),
        or(isNull(signingSecret.expires), gt(signingSecret.expires, sql`now()`)),
      ),
    )
    // The current one comes first, because it does not expire.
    .orderBy(sql`${signingSecret.expires} desc nulls first`)
  const groups = groupBy(rows, ({ merchantId }) => merchantId)
  return new Map([...groups].map(([id, secrets]) => [id, secrets.map(({ encrypted }) => encrypted)]))
}

/** Names the use of a merchant's sealed signing secrets. */
export const signingUse = (merchantId: string) => `signing_secret ${merchantId}`

/**
 * Decrypts secrets of a merchant. Throws when there are none, or when they were encrypted with another
 * ENCRYPTION_KEY.
 */
export function openSecrets(merchantId: string, sealed: readonly string[] | undefined): string[] {
  if (!sealed || sealed.length === 0) throw new Error('The merchant has no signing secret: roll it')
  return sealed.map((each) => open(each, signingUse(merchantId)))
}
