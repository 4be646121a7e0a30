import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import * as z from 'zod'
import { order, payout, settlementEntry } from '@/db/schema'
import { days, later } from '../core/clock'
import type { Context } from '../core/context'
import { cursorOf, rowsAfter } from '../core/cursor'
import { onDays } from '../core/day-range'
import { isOneOf } from '../core/one-of'
import { type Page, pageBy } from '../core/page'
import { type Day, dayOf } from '../model/calendar'
import { serviceTitle } from '../model/card/service-title'
import type { EntryKind } from '../model/card/settlement'
import { fail } from '../model/errors'
import { date, instant, storableText } from '../model/fields'
import type { CountedAmount } from '../model/money/money'
import { ofItsOrder, sumsByCurrency } from './sums'

export const PayoutSearch = z.strictObject({
  /** The first and the last day of arrival. */
  start: date().optional(),
  end: date().optional(),
  after: z.string().max(300).optional(),
})
type PayoutSearch = z.output<typeof PayoutSearch>

type PayoutRow = typeof payout.$inferSelect
type EntryRow = typeof settlementEntry.$inferSelect

/** Selects payouts whose entries the card service will still report. Must match `awaitsEntries`. */
export const hasEntriesToCome = sql`(not ${payout.isComplete} and ${payout.isItemised}
  and ${payout.state} not in ('failed', 'cancelled'))`

const awaitsEntries = ({ isComplete, isItemised, state }: PayoutRow): boolean =>
  !isComplete && isItemised && state !== 'failed' && state !== 'cancelled'

/** What a payout consists of: how many entries of a kind, their amounts, and the fees that were deducted. */
interface PayoutPart {
  kind: EntryKind
  count: number
  amount: bigint
  fee: bigint
}

export interface PayoutOfMerchant extends PayoutRow {
  /** The name that people know its card service by. */
  serviceTitle: string
  /** The day on which it arrives and is booked, which card services give as its midnight in UTC. */
  arrivesOn: Day
  parts: PayoutPart[]
  /** Whether the card service will still report its parts. */
  isAwaited: boolean
  /** The difference between the amount and its parts; undefined until all entries are stored. */
  missing?: bigint
}

/** A movement of money with the number of its order. */
export type NumberedEntry = EntryRow & { number: string | null }

/** Returns the payouts of a merchant, newest first. */
export async function listPayouts(
  context: Context,
  { after, limit, ...search }: PayoutSearch & { limit: number },
): Promise<Page<PayoutOfMerchant>> {
  const { db, merchant } = context
  const rows = await db
    .select()
    .from(payout)
    .where(and(matching(merchant.id, search), after === undefined ? undefined : afterPayout(after)))
    .orderBy(desc(payout.created), desc(payout.id))
    .limit(limit + 1)
  const page = pageBy(rows, limit, (row) => places.write([row.created.toISOString(), row.id]))
  return { ...page, rows: await withParts(context, page.rows) }
}

/** Returns the payouts that match the filters, counted and added up per currency. Those that never arrived are left out. */
export const totalPayouts = ({ db, merchant }: Context, search: PayoutSearch): Promise<CountedAmount[]> =>
  sumsByCurrency(db, payout, {
    amount: sql`coalesce(sum(${payout.amount}) filter (where ${payout.state} not in ('failed', 'cancelled')), 0)`,
    matching: matching(merchant.id, search),
  })

/**
 * Counts payouts of the last 180 days that failed, and whose money has not been paid out since: the next payout in the
 * currency contains it.
 */
export async function failedPayouts({ db, merchant, clock }: Context): Promise<number> {
  const since = later(clock.now(), -days(180)).toISOString()
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from payout failed
    where merchant_id = ${merchant.id} and state = 'failed' and created >= ${since} and not exists (select from payout later
      where later.merchant_id = failed.merchant_id and later.service = failed.service
        and later.currency = failed.currency and later.state = 'paid' and later.created > failed.created)`)
  return row?.count ?? 0
}

const matching = (merchantId: string, { start, end }: PayoutSearch) =>
  and(eq(payout.merchantId, merchantId), onDays(payout.arrives, { start, end }, zoneOfArrival))

const zoneOfArrival = 'UTC'

const places = cursorOf(z.tuple([instant(), storableText(200)]))

function afterPayout(after: string) {
  const [at, id] = places.read(after)
  return rowsAfter([payout.created, payout.id], [sql`${at}::timestamptz`, sql`${id}`])
}

/** Returns a payout. Throws `not-found`. */
export async function requirePayout(
  context: Context,
  { service, id }: { service: string; id: string },
): Promise<PayoutOfMerchant> {
  const { db, merchant } = context
  const rows = await db
    .select()
    .from(payout)
    .where(and(eq(payout.merchantId, merchant.id), eq(payout.service, service), eq(payout.id, id)))
  const [found] = await withParts(context, rows)
  if (!found) throw fail('not-found', { what: 'payout' })
  return found
}

async function withParts(
  { db, merchant, cards }: Context,
  rows: readonly PayoutRow[],
): Promise<PayoutOfMerchant[]> {
  // Named for the index, which begins with the service.
  const services = [...new Set(rows.map(({ service }) => service))]
  const ids = rows.map(({ id }) => id)
  const sums = await db
    .select({
      service: settlementEntry.service,
      payoutId: settlementEntry.payoutId,
      kind: settlementEntry.kind,
      count: sql`count(*)`.mapWith(Number),
      amount: sql`sum(${settlementEntry.amount})`.mapWith(BigInt),
      fee: sql`sum(${settlementEntry.fee})`.mapWith(BigInt),
    })
    .from(settlementEntry)
    .where(
      and(
        eq(settlementEntry.merchantId, merchant.id),
        isOneOf(settlementEntry.service, services),
        isOneOf(settlementEntry.payoutId, ids),
      ),
    )
    .groupBy(settlementEntry.service, settlementEntry.payoutId, settlementEntry.kind)
    .orderBy(asc(settlementEntry.kind))
  return rows.map((row) => {
    const parts = sums
      .filter(({ service, payoutId }) => service === row.service && payoutId === row.id)
      .map(({ kind, count, amount, fee }) => ({ kind, count, amount, fee }))
    const sum = parts.reduce((total, { amount, fee }) => total + amount - fee, 0n)
    return {
      ...row,
      serviceTitle: serviceTitle(cards, row.service),
      arrivesOn: dayOf(row.arrives, zoneOfArrival),
      parts,
      isAwaited: awaitsEntries(row),
      ...(row.isComplete && { missing: row.amount - sum }),
    }
  })
}

/** Returns what a payout consists of, a page at a time. `afterId`: the last entry of the previous page. */
export async function entriesOfPayout(
  { db, merchant }: Context,
  {
    service,
    id,
    afterId,
    limit,
  }: { service: string; id: string; afterId?: string | undefined; limit: number },
): Promise<NumberedEntry[]> {
  const rows = await db
    .select({ entry: settlementEntry, number: order.number })
    .from(settlementEntry)
    .leftJoin(order, ofItsOrder)
    .where(
      and(
        eq(settlementEntry.merchantId, merchant.id),
        eq(settlementEntry.service, service),
        eq(settlementEntry.payoutId, id),
        afterId === undefined ? undefined : gt(settlementEntry.id, afterId),
      ),
    )
    .orderBy(asc(settlementEntry.id))
    .limit(limit)
  return rows.map(({ entry, number }) => ({ ...entry, number }))
}

/** What a card service paid out, or will pay out, for an order. */
export interface Proceeds {
  currency: string
  fee: bigint
  net: bigint
}

/** Returns the fees and the net amounts of an order, by the currency of the balance at the card service. */
export const proceedsOf = ({ db, merchant }: Context, orderId: string): Promise<Proceeds[]> =>
  db
    .select({
      currency: settlementEntry.currency,
      fee: sql`sum(${settlementEntry.fee})`.mapWith(BigInt),
      net: sql`sum(${settlementEntry.net})`.mapWith(BigInt),
    })
    .from(settlementEntry)
    .where(and(eq(settlementEntry.merchantId, merchant.id), eq(settlementEntry.orderId, orderId)))
    .groupBy(settlementEntry.currency)
    .orderBy(asc(settlementEntry.currency))
