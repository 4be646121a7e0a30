import { and, asc, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { dispute, order } from '@/db/schema'
import type { Context, MerchantScope, Scope } from '../core/context'
import { cursorOf, rowsAfter } from '../core/cursor'
import { groupBy } from '../core/group-by'
import { instantSql } from '../core/instants'
import { isOneOf } from '../core/one-of'
import { type Page, pageBy } from '../core/page'
import { instant, storableText } from '../model/fields'
import type { CountedAmount } from '../model/money/money'
import { sumsByCurrency } from './sums'

export const DisputeSearch = z.strictObject({
  show: z.enum(['open', 'closed']).default('open'),
  after: z.string().max(300).optional(),
})

export type DisputeRow = typeof dispute.$inferSelect

export const openStates = ['needs response', 'under review'] as const
const closedStates = ['won', 'lost', 'closed'] as const

export const isOpen = ({ state }: Pick<DisputeRow, 'state'>): boolean =>
  openStates.some((open) => open === state)

/**
 * Returns how much the customer's bank has taken back from the merchant, for now or for good: a refund would return it twice.
 * An inquiry takes nothing.
 */
export function takenBack(disputes: readonly DisputeRow[]): bigint {
  const { open, lost } = disputedIn(disputes)
  return open + lost
}

/** Amounts of an order that the customer's bank has taken back, in minor units: while it decides, and for good. */
export interface Disputed {
  open: bigint
  lost: bigint
}

export function disputedIn(disputes: readonly DisputeRow[]): Disputed {
  const sumOf = (isCounted: (row: DisputeRow) => boolean) =>
    disputes.reduce((sum, row) => (!row.isInquiry && isCounted(row) ? sum + row.amount : sum), 0n)
  return { open: sumOf(isOpen), lost: sumOf(({ state }) => state === 'lost') }
}

/** Whether the bank decides about money of an order, or has returned it to the customer. */
export const isWithBank = (disputed: Disputed | undefined): boolean =>
  disputed !== undefined && disputed.open + disputed.lost > 0n

/** Returns what is disputed of orders, by id. Leaves out orders without disputes. */
export async function disputedOfOrders(
  { db, merchant }: Scope,
  orderIds: readonly string[],
): Promise<Map<string, Disputed>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(dispute)
    .where(and(eq(dispute.merchantId, merchant.id), isOneOf(dispute.orderId, orderIds)))
  return new Map([...groupBy(rows, ({ orderId }) => orderId ?? '')].map(([id, of]) => [id, disputedIn(of)]))
}

/** A dispute with details of its order. */
export type DisputeOfMerchant = DisputeRow & { number: string | null; accountId: string | null }

const statesShown = (show: 'open' | 'closed') => [...(show === 'open' ? openStates : closedStates)]

/** Counts the disputes that match the filters, and adds them up per currency. */
export const totalDisputes = (
  { db, merchant }: Context,
  { show }: Pick<z.output<typeof DisputeSearch>, 'show'>,
): Promise<CountedAmount[]> =>
  sumsByCurrency(db, dispute, {
    amount: sql`sum(${dispute.amount})`,
    matching: and(eq(dispute.merchantId, merchant.id), inArray(dispute.state, statesShown(show))),
  })

/** Adds up, per currency, what customers' banks have taken back for good, in disputes that match. */
export const totalLostToDisputes = (
  { db, merchant }: MerchantScope,
  matching: SQL | undefined,
): Promise<CountedAmount[]> =>
  sumsByCurrency(db, dispute, {
    amount: sql`sum(${dispute.amount})`,
    matching: and(
      eq(dispute.merchantId, merchant.id),
      eq(dispute.state, 'lost'),
      eq(dispute.isInquiry, false),
      // What other systems charged is in no figure of Kassa.
      isNotNull(dispute.orderId),
      matching,
    ),
  })

/**
 * Disputes that were decided in a span of time, its end excluded. One that had been decided before Kassa learned of it
 * counts from its opening.
 */
export function decidedIn({ from, until }: { from: Date; until: Date }): SQL | undefined {
  const decided = sql`coalesce(${dispute.decided}, ${dispute.opened})`
  return and(sql`${decided} >= ${instantSql(from)}`, sql`${decided} < ${instantSql(until)}`)
}

/** Disputes about orders of an account. */
export const aboutAccount = (id: string): SQL =>
  sql`exists (select from ${order} where ${order.merchantId} = ${dispute.merchantId} and ${order.id} = ${dispute.orderId}
    and ${order.accountId} = ${id})`

/** Returns the disputes of a merchant: open ones by deadline, the next one first; closed ones newest first. */
export async function listDisputes(
  { db, merchant }: Context,
  { show, after, limit }: z.output<typeof DisputeSearch> & { limit: number },
): Promise<Page<DisputeOfMerchant>> {
  const isShowingOpen = show === 'open'
  // Disputes without a deadline come last.
  const sortedBy = isShowingOpen
    ? sql`coalesce(${dispute.due}, ${endOfTime}::timestamptz)`
    : sql`${dispute.opened}`
  const direction = isShowingOpen ? asc : desc
  const rows = await db
    .select({
      dispute,
      number: order.number,
      accountId: order.accountId,
      place: sql<Date>`${sortedBy}`.mapWith(dispute.opened),
    })
    .from(dispute)
    .leftJoin(order, and(eq(order.merchantId, dispute.merchantId), eq(order.id, dispute.orderId)))
    .where(
      and(
        eq(dispute.merchantId, merchant.id),
        inArray(dispute.state, statesShown(show)),
        after === undefined ? undefined : afterDispute(after, sortedBy, isShowingOpen),
      ),
    )
    .orderBy(direction(sortedBy), direction(dispute.id))
    .limit(limit + 1)
  const page = pageBy(rows, limit, (row) => places.write([row.place.toISOString(), row.dispute.id]))
  return {
    ...page,
    rows: page.rows.map(({ dispute: row, number, accountId }) => ({ ...row, number, accountId })),
  }
}

const endOfTime = '9999-12-31T00:00:00.000Z'
const places = cursorOf(z.tuple([instant(), storableText(200)]))

function afterDispute(after: string, sortedBy: SQL, isAscending: boolean) {
  const [at, id] = places.read(after)
  return rowsAfter(
    [sortedBy, dispute.id],
    [sql`${at}::timestamptz`, sql`${id}`],
    isAscending ? 'ascending' : 'descending',
  )
}

/** Returns the disputes of an order, the latest first. */
export const disputesOf = ({ db, merchant }: Context, orderId: string): Promise<DisputeRow[]> =>
  db
    .select()
    .from(dispute)
    .where(and(eq(dispute.merchantId, merchant.id), eq(dispute.orderId, orderId)))
    .orderBy(desc(dispute.opened), desc(dispute.id))
