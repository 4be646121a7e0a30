import { and, eq } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { account } from '@/db/schema'
import type { Actor, Context } from '../core/context'
import type { AccountRow } from './accounts'

/** Whether accounts that this actor creates or changes are known to be the merchant's own: anyone may hold a public key. */
export const confirms = ({ kind }: Actor): boolean => kind === 'private' || kind === 'user'

/**
 * Confirms an account that a public key created, because the private key or a dashboard user is changing it. Does nothing
 * for other actors. Until then no mail is sent that anyone but the merchant asks for.
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
