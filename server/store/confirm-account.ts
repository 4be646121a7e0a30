import { and, eq } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { account } from '@/db/schema'
import type { Actor, Context } from '../core/context'
import type { AccountRow } from './accounts'

/**
 * Whether an actor's changes show that the account is the merchant's own. A public key does not: anyone may hold one.
 */
export const confirms = ({ kind }: Actor): boolean => kind === 'private' || kind === 'user'

/**
 * Confirms an account that a public key created, because the private key or a dashboard user is changing it. Does
 * nothing for other actors. An unconfirmed account gets only mail that the merchant requests.
 */
export async function confirmAccount(
  { merchant, actor }: Pick<Context, 'merchant' | 'actor'>,
  db: Queryable,
  { id, confirmed }: Pick<AccountRow, 'id' | 'confirmed'>,
): Promise<void> {
  if (confirmed || !confirms(actor)) return
  await db
    .update(account)
    .set({ confirmed: true })
    .where(and(eq(account.merchantId, merchant.id), eq(account.id, id)))
}
