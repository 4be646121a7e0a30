import { and, eq, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { coalesced } from '@/db/coalesce'
import { deleteInBatches } from '@/db/delete-in-batches'
import { attemptCount } from '@/db/schema'
import { inTurn } from '@/db/turns'
import { later } from '../core/clock'
import { keyedHash } from '../core/crypto'
import { groupBy } from '../core/group-by'
import type { Installation } from '../core/runtime'
import { latestBelieved } from './recent'

export type AttemptPurpose =
  | 'sign-in'
  /** A browser on which a person signs in for the first time. */
  | 'new device'
  /** A card attempt on the account page. */
  | 'card try'
  /** A one-time token for a card. */
  | 'card token'
  /** A card payment that needs the cardholder's approval. */
  | 'verification'
  /** An account that a public key creates. */
  | 'new account'
  /** An order that a public key places on an account, by account. */
  | 'order by account'
  /** A card that was declined. */
  | 'declined card'
  /** A card attempt that was refused because of a limit. */
  | 'refused card'
  /** A mail with a login link that its recipient may not have requested. */
  | 'login mail'
  /** A mail about what anyone may have done with its recipient's address. */
  | 'mail by strangers'
  /** A mail to an address that an account key replaced or removed. */
  | 'mail about a removed address'
  /** A mail that confirms the end of a subscription to its customer. */
  | 'mail about an end'
  /** A mail to the customer of a subscription that its end was undone. */
  | 'mail about an end undone'
  /** A mail about a decline that someone other than the merchant has caused, by order. */
  | 'mail about a decline'
  /** An invitation to a team. */
  | 'invitation'
  /** A request for a login link. */
  | 'login link'

/** The owner of the attempts. */
export interface AttemptSource {
  purpose: AttemptPurpose
  /** Undefined for attempts that belong to no merchant, such as signing in. */
  merchantId?: string
  /** A person, source address or key; stored only as a keyed hash. */
  who: string
}

/** How often something may be attempted within `window` (ms). */
export interface AttemptLimit extends AttemptSource {
  max: number
  window: number
  /**
   * The attempt is undecided until `keepAttempt` or `takeBackAttempt` decides it, but no longer than this (ms), which is
   * at most `window`.
   */
  undecidedFor?: number
}

/**
 * An attempt that was counted, or when the next is allowed. `mayOpen`: undecided attempts take up room, so there may be
 * room shortly.
 */
export type AttemptClaim = { id: string } | { again: Date; mayOpen: boolean }

/**
 * Counts an attempt before it is made, so that any number of simultaneous attempts, in any number of processes,
 * cannot exceed the limit. One statement while there is room, whatever the limit: the row lock makes it exact.
 */
export async function claimAttempt(
  { db, clock }: Installation,
  allowance: AttemptLimit,
): Promise<AttemptClaim> {
  const { max, window, undecidedFor = 0 } = allowance
  const now = clock.now()
  const place = placeOf(allowance)
  const slot = slotOf(now, allowance)
  const until = undecidedFor > 0 ? slotOf(later(now, undecidedFor), { max, window: undecidedFor }) : ''
  const latest = latestBelieved(now)
  const counts = between(attemptCount.counts, later(now, -window), latest)
  const undecided = between(attemptCount.undecided, now, later(latest, window))
  const expires = later(now, window)
  const claimed = await db
    .insert(attemptCount)
    .values({
      ...{ ...place, expires },
      ...(until ? { counts: {}, undecided: { [until]: 1 } } : { counts: { [slot]: 1 } }),
    })
    .onConflictDoUpdate({
      target: [attemptCount.merchantId, attemptCount.who],
      set: {
        counts: until ? counts : withOneMore(counts, slot),
        undecided: until ? withOneMore(undecided, until) : undecided,
        expires,
      },
      setWhere: sql`${sumOf(counts)} + ${sumOf(undecided)} < ${max}`,
    })
    .returning({ who: attemptCount.who })
  if (claimed.length > 0) return { id: [place.merchantId, place.who, slot, until].join(':') }

  const [row] = await db.select().from(attemptCount).where(isCounter(place))
  const room = roomIn(row, allowance, now)
  // Without `again`, attempts ended between the two statements and made room.
  const mayOpen = !room.again || room.counted - room.undecided < max
  return { again: room.again ?? now, mayOpen }
}

/**
 * Like `claimAttempt`, for a counter that many requests share. They wait for it in memory instead of each holding a
 * connection. Must not be called in a transaction. If the limit is reached meanwhile, nothing is written.
 */
export const claimShared = (installation: Installation, allowance: AttemptLimit): Promise<AttemptClaim> => {
  const { merchantId, who } = placeOf(allowance)
  return inTurn(`attempt:${merchantId}:${who}`, async (hasWaited) => {
    const full = hasWaited ? await whenFree(installation, [allowance]) : undefined
    return full ? { again: full.again, mayOpen: false } : claimAttempt(installation, allowance)
  })
}

/** Counts attempts of the last `window` ms without limiting them. Requests that do it together share a statement. */
export const counting = (window: number) =>
  coalesced<AttemptSource & { now: Date }, undefined>(async (db, attempts) => {
    const now = new Date(Math.max(...attempts.map((each) => each.now.getTime())))
    const slot = slotOf(now, { max: Number.POSITIVE_INFINITY, window })
    const expires = later(now, window)
    const groups = groupBy(attempts.map(placeOf), ({ merchantId, who }) => `${merchantId}:${who}`)
    // Sorted, so that processes that count the same rows cannot block each other.
    const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
    const rows = sorted.flatMap(([, [place, ...more]]) =>
      place ? { ...place, counts: { [slot]: 1 + more.length }, expires } : [],
    )
    const counts = between(attemptCount.counts, later(now, -window), latestBelieved(now))
    await db
      .insert(attemptCount)
      .values(rows)
      .onConflictDoUpdate({
        target: [attemptCount.merchantId, attemptCount.who],
        set: {
          counts: sql`${counts} || (select jsonb_object_agg(key, value::int + coalesce((${attemptCount.counts} ->> key)::int, 0))
            from jsonb_each_text(excluded.counts))`,
          expires,
        },
      })
    return attempts.map(() => undefined)
  })

/**
 * Returns when all of these have room, as far as is known now, and the purpose of the one that has it last; undefined if
 * they already have it. Counts nothing.
 */
export async function whenFree(
  { db, clock }: Installation,
  allowances: readonly AttemptLimit[],
): Promise<{ again: Date; purpose: AttemptPurpose } | undefined> {
  const places = allowances.map(placeOf)
  const rows = await db
    .select()
    .from(attemptCount)
    .where(or(...places.map(isCounter)))
  const now = clock.now()
  const times = allowances.flatMap((allowance, index) => {
    const { merchantId, who } = places[index] ?? {}
    const row = rows.find((each) => each.merchantId === merchantId && each.who === who)
    const { again } = roomIn(row, allowance, now)
    return again ? { again, purpose: allowance.purpose } : []
  })
  return times.sort((one, other) => other.again.getTime() - one.again.getTime())[0]
}

/** The slots of a column after `from` and up to `to`. */
const between = (column: PgColumn, from: Date, to: Date): SQL =>
  sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${column})
    where key::bigint > ${from.getTime()} and key::bigint <= ${to.getTime()})`

const sumOf = (slots: SQL): SQL => sql`(select coalesce(sum(value::int), 0) from jsonb_each_text(${slots}))`

const withOneMore = (slots: SQL | PgColumn, slot: string): SQL =>
  sql`${slots} || jsonb_build_object(${slot}::text, coalesce((${slots} ->> ${slot}::text)::int, 0) + 1)`

const withOneLess = (slots: PgColumn, slot: string): SQL =>
  sql`case when (${slots} ->> ${slot}::text)::int > 1
    then ${slots} || jsonb_build_object(${slot}::text, (${slots} ->> ${slot}::text)::int - 1) else ${slots} - ${slot}::text end`

/**
 * Returns how many attempts of a row count now, how many of them are undecided, and when there is room for another; no
 * `again` if there is room.
 */
function roomIn(
  row: typeof attemptCount.$inferSelect | undefined,
  { max, window }: Pick<AttemptLimit, 'max' | 'window'>,
  now: Date,
): { counted: number; undecided: number; again?: Date } {
  const latest = later(latestBelieved(now), window).getTime()
  const endsOf = (slots: Record<string, number> = {}, lasts = 0) =>
    Object.entries(slots)
      .map(([time, count]) => ({ end: Number(time) + lasts, count }))
      .filter(({ end }) => end > now.getTime() && end <= latest)
  const sum = (ends: readonly { count: number }[]) => ends.reduce((total, { count }) => total + count, 0)
  const open = endsOf(row?.undecided)
  const ends = [...endsOf(row?.counts, window), ...open].sort((a, b) => a.end - b.end)
  const found = { counted: sum(ends), undecided: sum(open) }
  let left = found.counted
  if (left < max) return found
  for (const { end, count } of ends) {
    left -= count
    if (left < max) return { ...found, again: new Date(end) }
  }
  return { ...found, again: later(now, window) }
}

/** Takes back an attempt that did not fail, so that it does not count. */
export async function takeBackAttempt({ db }: Pick<Installation, 'db'>, id: string): Promise<void> {
  const { place, slot, until } = readId(id)
  await db
    .update(attemptCount)
    .set(
      until
        ? { undecided: withOneLess(attemptCount.undecided, until) }
        : { counts: withOneLess(attemptCount.counts, slot) },
    )
    .where(isCounter(place))
}

/** Keeps an undecided attempt that failed, so that it counts. */
export async function keepAttempt({ db }: Pick<Installation, 'db'>, id: string): Promise<void> {
  const { place, slot, until } = readId(id)
  await db
    .update(attemptCount)
    .set({
      counts: withOneMore(attemptCount.counts, slot),
      undecided: withOneLess(attemptCount.undecided, until),
    })
    .where(isCounter(place))
}

/** Returns how many attempts count now. */
export async function countAttempts(
  { db, clock }: Installation,
  { window, ...source }: AttemptSource & Pick<AttemptLimit, 'window'>,
): Promise<number> {
  const [row] = await db
    .select()
    .from(attemptCount)
    .where(isCounter(placeOf(source)))
  return roomIn(row, { max: Number.POSITIVE_INFINITY, window }, clock.now()).counted
}

/** Stops counting all earlier attempts. */
export async function forgiveAttempts(
  { db }: Pick<Installation, 'db'>,
  source: AttemptSource,
): Promise<void> {
  await db.delete(attemptCount).where(isCounter(placeOf(source)))
}

/** Deletes expired counts. */
export const deleteExpiredAttempts = async ({ db, clock }: Installation): Promise<void> => {
  await deleteInBatches(db, attemptCount, lte(attemptCount.expires, clock.now()))
}

type CounterKey = { merchantId: string; who: string }

const placeOf = ({ purpose, merchantId = '', who }: AttemptSource): CounterKey => ({
  merchantId,
  who: keyedHash('attempt', `${purpose}\n${who}`),
})

const isCounter = ({ merchantId, who }: CounterKey) =>
  and(eq(attemptCount.merchantId, merchantId), eq(attemptCount.who, who))

function readId(id: string): { place: CounterKey; slot: string; until: string } {
  const [merchantId = '', who = '', slot = '', until = ''] = id.split(':')
  return { place: { merchantId, who }, slot, until }
}

/** Up to this limit each attempt is stored with its own time. */
const maxExact = 100

/** Attempts under a larger limit share slots of a sixtieth of the window, so that a row stays small. */
const slotOf = (now: Date, { max, window }: Pick<AttemptLimit, 'max' | 'window'>): string => {
  const length = max <= maxExact ? 1 : Math.ceil(window / 60)
  return String(Math.floor(now.getTime() / length) * length)
}
