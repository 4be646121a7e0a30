import { and, isNull, or, type SQL, sql } from 'drizzle-orm'
import { account, order, subscription } from '@/db/schema'
import type { Context, Scope } from '../core/context'
import { fail } from '../model/errors'
import { type Metadata, storedMetadata } from '../model/metadata'
import { isAccount, refuseErased, requireAccount } from '../store/accounts'
import { isOrder } from '../store/orders'
import { requireOrder } from '../store/read-orders'
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

/**
 * Replaces all metadata of an account, order or subscription, and returns what there was before. Throws `not-found`;
 * `account.erased`; `metadata.changed` if the metadata is different from the `expected`.
 */
export async function replaceMetadata(
  scope: Scope,
  described: Described,
  { metadata: given, expected }: { metadata: Metadata; expected?: Metadata | undefined },
): Promise<Metadata> {
  const metadata = storedMetadata(given)
  const { table, condition, before } = await find(scope, described)
  // A request that is repeated after a lost response finds the metadata that it saved itself.
  const isKnown = expected && or(hasStored(table, storedMetadata(expected)), hasStored(table, metadata))
  const saved = await scope.db
    .update(table)
    .set({ metadata })
    .where(and(condition, isKnown))
    .returning({ id: sql`1` })
  if (saved.length === 0) {
    // An account may have been erased in the meantime.
    await find(scope, described)
    throw fail('metadata.changed')
  }
  return expected ?? before ?? {}
}

type Table = typeof account | typeof order | typeof subscription

const hasStored = ({ metadata }: Table, stored: Metadata | null): SQL =>
  sql`${metadata} is not distinct from ${stored && JSON.stringify(stored)}::jsonb`

async function find(
  scope: Scope,
  described: Described,
): Promise<{ table: Table; condition: SQL | undefined; before: Metadata | null }> {
  const { merchant } = scope
  if ('order' in described) {
    const { id, metadata: before } = await requireOrder(scope, described.order)
    return { table: order, condition: isOrder(merchant.id, id), before }
  }
  if ('account' in described) {
    const row = await requireAccount(scope, described.account)
    refuseErased(row)
    const condition = and(isAccount(merchant.id, row.id), isNull(account.erased))
    return { table: account, condition, before: row.metadata }
  }
  const row = await requireSubscription(scope, described.subscription)
  refuseErased(await requireAccount(scope, row.accountId))
  return { table: subscription, condition: isSubscription(merchant, row), before: row.metadata }
}
