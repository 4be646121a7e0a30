import { and, eq, gt, inArray, min, or, sql } from 'drizzle-orm'
import { cardConnection, dispute, merchant, payout } from '@/db/schema'
import { type ConnectionRef, isConnection } from '../card/connection-ref'
import { days, hours, later, minutes, realClock } from '../core/clock'
import { type Context, contextOf } from '../core/context'
import type { Runtime } from '../core/runtime'
import type { Settlement } from '../model/card/settlement'
import { openStates } from './disputes'
import { hasEntriesToCome } from './payouts'
import { recordDispute } from './record-dispute'
import { completePayout, linkEntries, payoutLife, recordEntries, recordPayout } from './record-entries'

/**
 * How far before the last collection the next one begins: entries can appear late, and clocks differ. Notices arrive
 * within seconds, and what they miss is collected every hour.
 */
const overlaps = { hourly: days(2), notices: minutes(10) }
/** Notices do not make Kassa collect what is further behind: the hourly run does. */
const maxBehind = hours(2)
/** How long disputes usually take, and so how far back the first collection goes. */
const lookBack = days(120)
/** How long after it was opened an inquiry may become a dispute. */
const inquiryLife = days(365)

type Collecting = Context & { service: string; settlement: Settlement }

const settling = (context: Context, service: string): Collecting | undefined => {
  const { settlement } = context.cards.named(service)
  return settlement && { ...context, service, settlement }
}

/** Collects one dispute from a card service. */
export async function collectDispute(context: Context, service: string, id: string): Promise<void> {
  const at = settling(context, service)
  if (!at) return
  const found = await at.settlement.dispute({ merchantId: context.merchant.id, id })
  if (found) await recordDispute(context, service, found)
}

/** Collects one payout and its entries from a card service. */
export async function collectPayout(context: Context, service: string, id: string): Promise<void> {
  const at = settling(context, service)
  if (!at) return
  const found = await at.settlement.payout({ merchantId: context.merchant.id, id })
  if (found) await storePayout(at, found)
}

/** Collects the latest movements of money on the balance at a card service, with their fees. */
export async function collectEntries(
  context: Context,
  service: string,
  overlap = overlaps.hourly,
): Promise<void> {
  const at = settling(context, service)
  if (!at) return
  const merchantId = context.merchant.id
  const last = await lastCollected(at)
  const since = last ? later(last, -overlap) : ago(context, lookBack)
  const collectedUntil = realClock(context).now()
  await recordEntries(context, { service }, at.settlement.entriesSince({ merchantId, since }))
  await context.db.update(cardConnection).set({ collectedUntil }).where(isConnection({ merchantId, service }))
}

/** Until when movements of money were collected, if they ever were. */
async function lastCollected({
  db,
  merchant: { id: merchantId },
  service,
}: Collecting): Promise<Date | null> {
  const [row] = await db
    .select({ until: cardConnection.collectedUntil })
    .from(cardConnection)
    .where(isConnection({ merchantId, service }))
  return row?.until ?? null
}

/**
 * Collects the movements of money that notices of a connection were about, with their fees. An account that was connected
 * just now shows its first fees at once. One whose movements were not collected for hours is left to `collectAll`.
 */
export async function collectLatest(
  runtime: Runtime,
  at: ConnectionRef,
  onError: (error: unknown, at: ConnectionRef) => void,
): Promise<void> {
  const [row] = await runtime.db
    .select({ owner: merchant, until: cardConnection.collectedUntil })
    .from(cardConnection)
    .innerJoin(merchant, eq(merchant.id, cardConnection.merchantId))
    .where(isConnection(at))
  if (!row) return
  const context = contextOf(runtime, row.owner)
  if (row.until !== null && row.until < ago(context, maxBehind)) return
  try {
    await collectEntries(context, at.service, overlaps.notices)
  } catch (error) {
    // They are collected again every hour.
    onError(error, at)
  }
}

/**
 * Collects fees, payouts and disputes of every connected merchant, in case notices were missed. An error at one merchant,
 * or with one of the three, does not stop the others.
 */
export async function collectAll(
  runtime: Runtime,
  onError: (error: unknown, at: ConnectionRef) => void,
): Promise<void> {
  const rows = await runtime.db
    .select({ owner: merchant, service: cardConnection.service })
    .from(cardConnection)
    .innerJoin(merchant, eq(merchant.id, cardConnection.merchantId))
  for (const { owner, service } of rows) {
    const at = settling(contextOf(runtime, owner), service)
    if (!at) continue
    // Payouts come first: afterwards the time of the last collection is no longer known.
    for (const collect of [collectPayouts, collectAndLinkEntries, collectDisputes]) {
      try {
        await collect(at)
      } catch (error) {
        onError(error, { merchantId: owner.id, service })
      }
    }
  }
}

async function collectAndLinkEntries(at: Collecting): Promise<void> {
  await collectEntries(at, at.service)
  await linkEntries(at, at.service, ago(at, lookBack))
}

async function collectPayouts(at: Collecting): Promise<void> {
  const { settlement, merchant: owner } = at
  const since = await oldestOpenPayout(at)
  for await (const found of settlement.payoutsSince({ merchantId: owner.id, since }))
    await storePayout(at, found)
}

async function collectDisputes(at: Collecting): Promise<void> {
  const { settlement, service, merchant: owner } = at
  const since = await oldestOpenDispute(at)
  for await (const found of settlement.disputesSince({ merchantId: owner.id, since }))
    await recordDispute(at, service, found)
}

/** An inquiry that was closed without a refund can still become a dispute. */
const canBecomeDispute = (at: Collecting) =>
  and(eq(dispute.state, 'closed'), eq(dispute.isInquiry, true), gt(dispute.opened, ago(at, inquiryLife)))

/** A decision can be appealed. */
const canBeAppealed = (at: Collecting) => gt(dispute.decided, ago(at, lookBack))

/** The earliest date of disputes that can still change. Some take longer than disputes usually do. */
async function oldestOpenDispute(at: Collecting): Promise<Date> {
  const { db, merchant: owner, service } = at
  const [row] = await db
    .select({ oldest: min(dispute.opened) })
    .from(dispute)
    .where(
      and(
        eq(dispute.merchantId, owner.id),
        eq(dispute.service, service),
        or(inArray(dispute.state, openStates), canBecomeDispute(at), canBeAppealed(at)),
      ),
    )
  return earlier(row?.oldest, ago(at, lookBack))
}

/** The earliest date of payouts that can still change, or that were created since the last collection. */
async function oldestOpenPayout(at: Collecting): Promise<Date> {
  const { db, merchant: owner, service } = at
  const isOfService = and(eq(payout.merchantId, owner.id), eq(payout.service, service))
  const [row] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      oldest:
        sql<Date | null>`min(${payout.created}) filter (where ${hasEntriesToCome} or ${payout.state} = 'on its way')`.mapWith(
          payout.created,
        ),
    })
    .from(payout)
    .where(isOfService)
  if (!row || row.count === 0) return ago(at, lookBack)
  const last = await lastCollected(at)
  return earlier(row.oldest, earlier(last && later(last, -overlaps.hourly), ago(at, payoutLife)))
}

const earlier = (oldest: Date | null | undefined, other: Date): Date =>
  oldest && oldest < other ? oldest : other

const ago = (context: Context, milliseconds: number): Date => later(realClock(context).now(), -milliseconds)

async function storePayout(at: Collecting, found: Parameters<typeof recordPayout>[2]): Promise<void> {
  const { service, settlement } = at
  if (!(await recordPayout(at, service, found))) return
  const entries = settlement.entriesOf({ merchantId: at.merchant.id, payout: found.id })
  await recordEntries(at, { service, payoutId: found.id }, entries)
  await completePayout(at, service, found.id)
}
