import { and, desc, eq, gt, isNull, notInArray, sql } from 'drizzle-orm'
import { callbackDelivery, callbackOutage } from '@/db/schema'
import { days, later, realClock } from '../core/clock'
import type { Scope, TimedScope } from '../core/context'
import { isOneOf } from '../core/one-of'
import { listAddresses, type OwnAddress } from './addresses'
import { type OutageRow, reasonOf } from './outages'

/** The health of an address. */
export interface AddressHealth {
  url: string
  /** Since when every attempt has failed, and the result of the latest; null while it works. */
  outage: { since: Date; latest: Date; reason: string } | null
  /** Callbacks of the last day whose outcome is known, and how many of them were accepted. */
  finished: number
  delivered: number
  /** Callbacks that wait for their first or next attempt, and when that is. */
  waiting: number
  nextAttempt: Date | null
}

/** How many callbacks of the last day are counted, and how many waiting ones. */
const maxCounted = 10_000

/** How many failing addresses of orders and subscriptions are shown. */
const maxOthers = 20

/**
 * Returns the health of the merchant's own callback addresses, and of others that have failed in the last day. Reads a
 * bounded number of callbacks.
 */
export async function addressHealth(
  context: TimedScope,
): Promise<{ own: (OwnAddress & AddressHealth)[]; others: AddressHealth[] }> {
  const { db, merchant } = context
  const own = await listAddresses(context)
  const urls = own.map(({ url }) => url)
  const isFailing = and(eq(callbackOutage.merchantId, merchant.id), isNull(callbackOutage.ended))
  const [ofOwn, ofOthers, counts] = await Promise.all([
    db
      .select()
      .from(callbackOutage)
      .where(and(isFailing, isOneOf(callbackOutage.url, urls))),
    db
      .select()
      .from(callbackOutage)
      .where(
        and(
          isFailing,
          gt(callbackOutage.latest, later(realClock(context).now(), -days(1))),
          urls.length > 0 ? notInArray(callbackOutage.url, urls) : undefined,
        ),
      )
      .orderBy(desc(callbackOutage.latest))
      .limit(maxOthers),
    countLately(context),
  ])
  const waiting = await waitingAt(context, [...urls, ...ofOthers.map(({ url }) => url)])
  const outages = new Map([...ofOwn, ...ofOthers].map((row) => [row.url, row]))
  const healthOf = (url: string): AddressHealth => ({
    url,
    outage: outageOf(outages.get(url)),
    ...{ finished: 0, delivered: 0, ...counts.get(url) },
    ...{ waiting: 0, nextAttempt: null, ...waiting.get(url) },
  })
  return {
    own: own.map((address) => ({ ...address, ...healthOf(address.url) })),
    others: ofOthers.map(({ url }) => healthOf(url)),
  }
}

const outageOf = (row: OutageRow | undefined) =>
  row ? { since: row.since, latest: row.latest, reason: reasonOf(row) } : null

type DeliveryCounts = Pick<AddressHealth, 'finished' | 'delivered'>

/** Counts the newest callbacks of the last day by address. One that will be attempted again has not arrived yet. */
async function countLately({ db, merchant, clock }: TimedScope): Promise<Map<string, DeliveryCounts>> {
  const since = later(clock.now(), -days(1)).toISOString()
  const rows = await db.execute<DeliveryCounts & { url: string }>(sql`
    select url, count(*)::int as finished, (count(*) filter (where status = 'delivered'))::int as delivered
    from (
      select url, status, attempts from ${callbackDelivery}
      where merchant_id = ${merchant.id} and created > ${since}::timestamptz
      order by created desc, id desc limit ${sql.raw(String(maxCounted))}
    ) lately
    where status <> 'waiting' or attempts > 0
    group by url`)
  return new Map(rows.map(({ url, ...counts }) => [url, counts]))
}

type WaitingDeliveries = Pick<AddressHealth, 'waiting' | 'nextAttempt'>

async function waitingAt(
  { db, merchant }: Scope,
  urls: readonly string[],
): Promise<Map<string, WaitingDeliveries>> {
  const rows = await db.execute<{ url: string; waiting: number; next: number | null }>(sql`
    select given.url, waiting, next from unnest(${sql.param([...urls])}::text[]) given (url)
    cross join lateral (
      select count(*)::int as waiting, (date_part('epoch', min(next_attempt)) * 1000)::float8 as next from (
        select next_attempt from ${callbackDelivery} delivery
        where status = 'waiting' and delivery.merchant_id = ${merchant.id} and delivery.url = given.url
        order by next_attempt limit ${sql.raw(String(maxCounted))}
      ) first
    ) counted`)
  return new Map(
    rows.map(({ url, waiting, next }) => [
      url,
      { waiting, nextAttempt: next === null ? null : new Date(Math.round(next)) },
    ]),
  )
}
