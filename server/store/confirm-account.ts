import { and, eq } from 'drizzle-orm'
import { account } from '@/db/schema'
import type { Actor, Context } from '../core/context'
import type { AccountRow } from './accounts'

/**
 * Whether an actor's changes prove that the account is the merchant's own. A public key's do not: anyone may hold one.
 */
export const confirms = ({ kind }: Actor): boolean => kind === 'private' || kind === 'user'

/**
 * Confirms an account that a public key created, because the private key or a dashboard user is changing it. Does
 * nothing for other actors. An unconfirmed account gets only mail that the merchant requests.
 */
export async function confirmAccount(
  { db, merchant, actor }: Pick<Context, 'db' | 'merchant' | 'actor'>,
  { id, confirmed }: Pick<AccountRow, 'id' | 'confirmed'>,
): Promise<void> {
  if (confirmed || !confirms(actor)) return
  await db
    .update(account)
    .set({ confirmed: true })
    .where(and(eq(account.merchantId, merchant.id), eq(account.id, id)))
}
