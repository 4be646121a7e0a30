import { and, eq, sql } from 'drizzle-orm'
import { asTable } from '@/db/many'
import { order, payout, settlementEntry } from '@/db/schema'
import { days, later, realClock } from '../core/clock'
import { type Context, type InTransaction, inTransaction } from '../core/context'
import { isOneOf } from '../core/one-of'
import { serviceTitle } from '../model/card/service-title'
import type { Payout, SettlementEntry } from '../model/card/settlement'
import { ordersByAuthorisation } from '../store/authorisations'
import { pauseBooking } from '../store/booking-turn'
import { sumAgainFrom } from '../store/summed-days'
import { notifyTeam } from '../team/notify-team'

const atOnce = 500

/**
 * Stores movements of money on the balance at a card service, with the orders that they are about. A known one gets the
 * payout that contains it, and is booked again if its order has become known.
 */
export async function recordEntries(
  context: Context,
  { service, payoutId = null }: { service: string; payoutId?: string | null },
  entries: AsyncIterable<SettlementEntry>,
): Promise<void> {
  let batch: SettlementEntry[] = []
  const write = async () => {
    await writeEntries(context, { service, payoutId }, batch)
    batch = []
  }
  for await (const entry of entries) {
    batch.push(entry)
    if (batch.length === atOnce) await write()
  }
  await write()
}

async function writeEntries(
  context: Context,
  { service, payoutId }: { service: string; payoutId: string | null },
  entries: readonly SettlementEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const references = [...new Set(entries.flatMap(({ authorisation }) => authorisation ?? []))]
  const orders = await ordersByAuthorisation(context, { service, references })
  const rows = entries.map(({ authorisation, ...entry }) => ({
    ...entry,
    authorisation: authorisation ?? null,
    merchantId: context.merchant.id,
    service,
    net: entry.amount - entry.fee,
    orderId: orders.get(authorisation ?? '')?.id ?? null,
    payoutId,
  }))
  await inTransaction(context, async (inside) => {
    await pauseBooking(inside.db)
    const written = await inside.db.execute<{ date: string; isNew: boolean }>(sql`
    insert into ${settlementEntry} (merchant_id, service, id, kind, amount, fee, net, currency, authorisation, order_id,
      payout_id, date)
    select merchant_id, service, id, kind, amount, fee, net, currency, authorisation, order_id, payout_id, date
    from ${asTable(settlementEntry, rows)}
    on conflict (merchant_id, service, id) do update set
      is_booked = ${settlementEntry.isBooked}
        and (${settlementEntry.orderId} is not null or excluded.order_id is null),
      authorisation = coalesce(excluded.authorisation, ${settlementEntry.authorisation}),
      order_id = coalesce(${settlementEntry.orderId}, excluded.order_id),
      payout_id = coalesce(excluded.payout_id, ${settlementEntry.payoutId})
    returning date, xmax = 0 as "isNew"`)
    const times = written.filter(({ isNew }) => isNew).map(({ date }) => Date.parse(date))
    if (times.length > 0) await sumAgainFrom(inside, new Date(Math.min(...times)))
  })
}

/**
 * Gives entries the orders that have become known since they were stored, for example because the operation that created
 * the payment was completed later. They are booked again.
 */
export const linkEntries = (context: Context, service: string, since: Date): Promise<void> =>
  inTransaction(context, async ({ db, merchant }) => {
    await pauseBooking(db)
    await db.execute(sql`
      update ${settlementEntry} entry set order_id = known.id, is_booked = false
      from ${order} known
      where entry.merchant_id = ${merchant.id} and entry.service = ${service} and entry.date >= ${since.toISOString()}
        and entry.order_id is null and entry.authorisation is not null
        and known.merchant_id = entry.merchant_id and known.service = entry.service and known.service <> 'test'
        and known.service_reference = entry.authorisation`)
  })

/** Has the worker compare what card services moved for orders with the orders again, once the transaction has ended. */
export async function compareEntriesAgain(
  { db, merchant }: InTransaction,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return
  await pauseBooking(db)
  await db
    .update(settlementEntry)
    .set({ isBooked: false })
    .where(and(eq(settlementEntry.merchantId, merchant.id), isOneOf(settlementEntry.orderId, orderIds)))
}

/** A payout that was paid can still fail for a few days. */
export const payoutLife = days(14)

/**
 * Stores a payout as the card service describes it now, and notifies the team if it has failed lately. Returns whether its
 * entries are still to be stored.
 */
export const recordPayout = (
  context: Context,
  service: string,
  { itemised, ...found }: Payout,
): Promise<boolean> =>
  inTransaction(context, async (inside) => {
    const { db, merchant, cards } = inside
    const { id, state, amount, currency, arrives } = found
    const isItemised = itemised !== 'never'
    const [row] = await db
      .insert(payout)
      .values({ ...found, merchantId: merchant.id, service, isComplete: false, isItemised })
      .onConflictDoUpdate({
        target: [payout.merchantId, payout.service, payout.id],
        set: { state, arrives, isItemised },
        // A payout that was paid can still fail, but a failed one stays failed.
        setWhere: sql`${payout.state} not in ('failed', 'cancelled')`,
      })
      .returning({ isComplete: payout.isComplete })
    // An account that is connected now can have old ones.
    const isNews = found.created > later(realClock(context).now(), -payoutLife)
    if (row && state === 'failed' && isNews) {
      const title = serviceTitle(cards, service)
      await notifyTeam(inside, {
        kind: 'late failure',
        notice: { what: 'payout failed', service: title, amount: amount.toString(), currency },
        path: `/payouts/${service}/${id}`,
        once: `payout failed ${service} ${id}`,
      })
    }
    return itemised === 'yes' && row !== undefined && !row.isComplete
  })

/** Marks a payout whose entries are all stored. */
export const completePayout = ({ db, merchant }: Context, service: string, id: string) =>
  db
    .update(payout)
    .set({ isComplete: true })
    .where(
      sql`${eq(payout.merchantId, merchant.id)} and ${eq(payout.service, service)} and ${eq(payout.id, id)}`,
    )
