import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { coalesced } from '@/db/coalesce'
import { list, prepared } from '@/db/prepared'
import { account, apiKey, merchant, operation, order, orderEvent } from '@/db/schema'
import type { Scope } from '../core/context'
import { isId } from '../core/id'
import type { FoundKey } from '../key/authenticate'
import type { Recipient } from '../model/mail'
import { recipientColumns, recipientOf } from './accounts'
import type { OperationRow } from './operations'
import type { OrderRow } from './orders'

/** An order with everything that decides which events it allows, all read at the same moment. */
export interface OrderSnapshot {
  order: OrderRow
  /** Operations whose outcome is not known yet. Each reserves its amount. */
  running: Pick<OperationRow, 'kind' | 'amount' | 'units' | 'status'>[]
  /** The place of its last operation, and the sequence of its last event. */
  lastPlace: number
  lastSequence: number
  /** The recipient of mail about the order; undefined without an account or an address. */
  recipient: Recipient | undefined
  /** Whether the account is confirmed. */
  isConfirmed: boolean
}

/**
 * Returns an order as it is now, without locking it; undefined if the merchant has no such order. Every charge,
 * cancellation and refund needs it, so they share the look-up.
 */
export async function findOrderSnapshot(
  { db, merchant: { id: merchantId } }: Scope & { db: Database },
  id: string,
): Promise<OrderSnapshot | undefined> {
  return isId(id) ? findSnapshot(db, { merchantId, id }) : undefined
}

const findSnapshot = coalesced<{ merchantId: string; id: string }, OrderSnapshot | undefined>(
  async (db, names) => {
    const rows = await findSnapshots(db, {
      merchantIds: names.map(({ merchantId }) => merchantId),
      ids: names.map(({ id }) => id),
    })
    const found = new Map(rows.map(({ place, ...row }) => [Number(place), snapshotOf(row)]))
    return names.map((_, index) => found.get(index + 1))
  },
)

/** Finds a key by its hash, together with an order of its merchant. */
export const findKeyAndSnapshot = coalesced<
  { hash: string; orderId: string },
  (FoundKey & { snapshot: OrderSnapshot | undefined }) | undefined
>(
  async (db, lookUps) => {
    const rows = await findKeysAndSnapshots(db, {
      hashes: lookUps.map(({ hash }) => hash),
      ids: lookUps.map(({ orderId }) => orderId),
    })
    const found = new Map(
      rows.map(({ place, key, merchant: owner, order: row, ...rest }) => [
        Number(place),
        { key, merchant: owner, snapshot: row ? snapshotOf({ order: row, ...rest }) : undefined },
      ]),
    )
    return lookUps.map((_, index) => found.get(index + 1))
  },
  { first: true },
)

type SnapshotRow = Omit<OrderSnapshot, 'recipient' | 'isConfirmed'> &
  Omit<Parameters<typeof recipientOf>[0], 'accountId' | 'confirmed'> & { confirmed: boolean | null }

function snapshotOf({
  order: row,
  running,
  lastPlace,
  lastSequence,
  ...account
}: SnapshotRow): OrderSnapshot {
  const { accountId } = row
  const recipient = accountId === null ? undefined : recipientOf({ ...account, accountId })
  return { order: row, running, lastPlace, lastSequence, recipient, isConfirmed: account.confirmed ?? false }
}

type StoredOperation = Pick<OperationRow, 'kind' | 'units' | 'status'> & { amount: string }

const runningOf = (stored: string): OrderSnapshot['running'] =>
  (JSON.parse(stored) as StoredOperation[]).map(({ amount, ...rest }) => ({
    ...rest,
    amount: BigInt(amount),
  }))

const columns = {
  place: sql<string>`wanted.place`,
  order,
  running: sql`begun.running`.mapWith(runningOf),
  lastPlace: sql`begun.last`.mapWith(Number),
  lastSequence: sql`(select max(sequence) from ${orderEvent}
    where ${orderEvent.merchantId} = ${order.merchantId} and ${orderEvent.orderId} = ${order.id})`.mapWith(
    Number,
  ),
  ...recipientColumns,
}

const begun = sql`(select coalesce(max(${operation.place}), 0) as last, coalesce(json_agg(json_build_object(
    'kind', ${operation.kind}, 'amount', ${operation.amount}::text, 'units', ${operation.units}, 'status', ${operation.status}))
    filter (where ${operation.status} in ('pending', 'accepted')), '[]')::text as running
  from ${operation} where ${operation.merchantId} = ${order.merchantId} and ${operation.orderId} = ${order.id}) begun`

const findSnapshots = prepared<{ merchantIds: string[]; ids: string[] }>()('find_order_snapshots', (db) =>
  db
    .select(columns)
    .from(
      sql`unnest(${list('merchantIds')}, ${list('ids')}) with ordinality as wanted (merchant_id, id, place)`,
    )
    .innerJoin(order, sql`${order.merchantId} = wanted.merchant_id and ${order.id} = wanted.id`)
    .leftJoin(account, and(eq(account.merchantId, order.merchantId), eq(account.id, order.accountId)))
    .crossJoinLateral(begun),
)

const findKeysAndSnapshots = prepared<{ hashes: string[]; ids: string[] }>()(
  'find_keys_and_order_snapshots',
  (db) =>
    db
      .select({ key: apiKey, merchant, ...columns })
      .from(sql`unnest(${list('hashes')}, ${list('ids')}) with ordinality as wanted (hash, id, place)`)
      .innerJoin(apiKey, sql`${apiKey.hash} = wanted.hash`)
      .innerJoin(merchant, eq(merchant.id, apiKey.merchantId))
      .leftJoin(order, sql`${order.merchantId} = ${apiKey.merchantId} and ${order.id} = wanted.id`)
      .leftJoin(account, and(eq(account.merchantId, order.merchantId), eq(account.id, order.accountId)))
      .crossJoinLateral(begun),
)
