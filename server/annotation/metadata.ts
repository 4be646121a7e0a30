import { and, eq } from 'drizzle-orm'
import { account, order, subscription } from '@/db/schema'
import type { Context, Scope } from '../core/context'
import { fail } from '../model/errors'
import { type Metadata, storedMetadata } from '../model/metadata'
import { requireAccount } from '../store/accounts'
import { isOrder, requireOrder } from '../store/orders'
import { isSubscription, requireSubscription, type SubscriptionRef } from '../store/subscriptions'

/** What has metadata, with its id. */
export type Described = { account: string } | { order: string } | { subscription: SubscriptionRef }

/**
 * Returns the metadata of something that a request creates, as it is stored. Throws `metadata.not-for-public-key`:
 * merchants' systems rely on metadata, and anyone can have a public key.
 */
export function newMetadata({ actor }: Pick<Context, 'actor'>, given: Metadata | undefined): Metadata | null {
  const metadata = storedMetadata(given)
  if (metadata && actor.kind === 'public') throw fail('metadata.not-for-public-key')
  return metadata
}

/** Replaces all metadata of an account, order or subscription, and returns what there was before. Throws `not-found`. */
export async function replaceMetadata(
  scope: Scope,
  described: Described,
  given: Metadata,
): Promise<Metadata> {
  const { db, merchant } = scope
  const metadata = storedMetadata(given)
  if ('order' in described) {
    const before = await requireOrder(scope, described.order)
    await db.update(order).set({ metadata }).where(isOrder(merchant.id, before.id))
    return before.metadata ?? {}
  }
  if ('account' in described) {
    const before = await requireAccount(scope, described.account)
    await db
      .update(account)
      .set({ metadata })
      .where(and(eq(account.merchantId, merchant.id), eq(account.id, before.id)))
    return before.metadata ?? {}
  }
  const before = await requireSubscription(scope, described.subscription)
  await db.update(subscription).set({ metadata }).where(isSubscription(merchant, before))
  return before.metadata ?? {}
}
