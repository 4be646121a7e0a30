import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { callbackOutage, merchant as merchants } from '@/db/schema'
import { days, hours, later } from '../core/clock'
import { contextOf, type InTransaction } from '../core/context'
import { groupBy } from '../core/group-by'
import { instantSql } from '../core/instants'
import { isOneOf } from '../core/one-of'
import type { Runtime } from '../core/runtime'
import { notifyTeamOfMany } from '../team/notify-team'
import type { Address } from './claim'

export type OutageRow = typeof callbackOutage.$inferSelect

/** How long an address has to fail before the team is notified. */
const notifyAfter = hours(1)

/** How many addresses are handled at a time. */
const batch = 500

/** After this long without an attempt, nobody knows whether the address has worked since. Retries are closer together. */
const forgottenAfter = days(1)

/**
 * Records that an address did not accept a callback: its outage begins or continues. An announced outage continues
 * until its end has been announced, so an address that works intermittently does not cause a notification each time.
 */
export const outageGoesOn = (
  { merchantId, url }: Address,
  { date, status, error }: { date: Date; status: number | null; error: string | null },
) => sql`
  insert into ${callbackOutage} as present (merchant_id, url, since, latest, status, error)
  values (${merchantId}, ${url}, ${instantSql(date)}, ${instantSql(date)},
    ${status}::int, ${error}::text)
  on conflict (merchant_id, url) do update set
    since = case when present.ended is not null and present.notified is null or ${isForgotten}
      then excluded.since else present.since end,
    notified = case when not ${isForgotten} then present.notified end,
    latest = greatest(present.latest, excluded.latest), status = excluded.status, error = excluded.error, ended = null`

const isForgotten = sql`present.latest < excluded.latest - make_interval(secs => ${forgottenAfter / 1000})`

/** Notes that an address accepted a callback. */
export async function endOutage(db: Queryable, { merchantId, url }: Address, date: Date): Promise<void> {
  await db
    .update(callbackOutage)
    .set({ ended: date })
    .where(
      and(
        eq(callbackOutage.merchantId, merchantId),
        eq(callbackOutage.url, url),
        isNull(callbackOutage.ended),
      ),
    )
}

/**
 * Notifies teams of addresses that have failed for an hour without a success, once for each outage, and of those that
 * work again. Any number of workers may do this at once.
 */
export async function announceOutages(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now()
  const isNews = sql`((${isNull(callbackOutage.notified)} and ${lte(callbackOutage.since, later(now, -notifyAfter))})
    or ${isNotNull(callbackOutage.ended)})`
  let found: number
  do {
    found = await runtime.db.transaction(async (tx) => {
      const rows = await tx
        .select({ outage: callbackOutage, owner: merchants })
        .from(callbackOutage)
        .innerJoin(merchants, eq(merchants.id, callbackOutage.merchantId))
        .where(isNews)
        .orderBy(callbackOutage.merchantId, callbackOutage.since)
        .limit(batch)
        .for('update', { of: callbackOutage, skipLocked: true })
      const byMerchant = groupBy(rows, ({ outage }) => outage.merchantId)
      for (const ofMerchant of byMerchant.values()) {
        const [first] = ofMerchant
        if (!first) continue
        const inside = { ...contextOf(runtime, first.owner), db: tx }
        await announce(inside, { outages: ofMerchant.map(({ outage }) => outage), now })
      }
      return rows.length
    })
  } while (found === batch)
}

async function announce(
  context: InTransaction,
  { outages, now }: { outages: readonly OutageRow[]; now: Date },
): Promise<void> {
  const { db, merchant } = context
  const ended = outages.filter((outage) => outage.ended !== null)
  // The team is not notified of short outages.
  const known = ended.filter((outage) => outage.notified !== null)
  const failing = outages.filter((outage) => outage.ended === null)
  const these = (rows: readonly OutageRow[]) =>
    and(
      eq(callbackOutage.merchantId, merchant.id),
      isOneOf(
        callbackOutage.url,
        rows.map(({ url }) => url),
      ),
    )
  await db.update(callbackOutage).set({ notified: now }).where(these(failing))
  await db.delete(callbackOutage).where(these(ended))
  const page = { kind: 'callbacks', path: '/events/callbacks', all: '/events/callbacks' } as const
  for (const [what, rows] of [
    ['callbacks failing', failing],
    ['callbacks working', known],
  ] as const) {
    const [first] = rows
    if (!first) continue
    const about = { url: first.url, since: first.since.toISOString(), count: rows.length }
    const notice =
      what === 'callbacks failing' ? { what, ...about, why: reasonOf(first) } : { what, ...about }
    await notifyTeamOfMany(context, { ...page, notice })
  }
}

/** Returns the result of an attempt in words. */
export const reasonOf = ({ status, error }: Pick<OutageRow, 'status' | 'error'>): string =>
  status === null ? (error ?? 'No response') : `Response ${status}`
