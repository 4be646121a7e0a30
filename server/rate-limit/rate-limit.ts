import { and, eq, lte, or, sql } from 'drizzle-orm'
import { deleteInBatches } from '@/db/delete-in-batches'
import { attemptCount } from '@/db/schema'
import { hours, later } from '../core/clock'
import { keyedHash } from '../core/crypto'
import type { Installation } from '../core/runtime'

export type AttemptPurpose =
  | 'sign-in'
  /** A card attempt on the account page. */
  | 'card try'
  /** A one-time token for a card. */
  | 'card token'
  /** A card that was declined. */
  | 'declined card'
  /** A card attempt that was refused because of a limit. */
  | 'refused card'
  /** A mail with a login link that its recipient may not have requested. */
  | 'login mail'
  /** A mail about what anyone may have done with its recipient's address. */
  | 'mail by strangers'
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
  /** The attempt is open until `keepAttempt` or `takeBackAttempt` decides it. */
  open?: boolean
}

/** The longest window of any limit. */
export const maxWindow = hours(1)

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
  const { max, window, open = false } = allowance
  const now = clock.now()
  const place = placeOf(allowance)
  const slot = slotOf(now, allowance)
  const known = sql`attempt_count.counts`
  const counts = sql`key::bigint > ${now.getTime() - window}`
  const kept = sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${known}) where ${counts})`
  const more = sql`jsonb_build_object(${slot}::text, coalesce((${known} ->> ${slot}::text)::int, 0) + 1)`
  const claimed = await db
    .insert(attemptCount)
    .values({ ...place, counts: { [slot]: 1 }, open: open ? 1 : 0, expires: later(now, window) })
    .onConflictDoUpdate({
      target: [attemptCount.merchantId, attemptCount.who],
      set: {
        counts: sql`${kept} || ${more}`,
        open: sql`attempt_count.open + ${open ? 1 : 0}`,
        expires: later(now, window),
      },
      setWhere: sql`(select coalesce(sum(value::int), 0) from jsonb_each_text(${known}) where ${counts}) < ${max}`,
    })
    .returning({ who: attemptCount.who })
  if (claimed.length > 0) return { id: [place.merchantId, place.who, slot, open ? 1 : 0].join(':') }

  const [row] = await db.select().from(attemptCount).where(isCounter(place))
  const room = roomIn(row, allowance, now)
  // Without `again`, attempts ended between the two statements and made room.
  const mayOpen = !room.again || (row !== undefined && row.open > 0 && room.counted - row.open < max)
  return { again: room.again ?? now, mayOpen }
}

/** Returns when all of these have room, as far as is known now; undefined if they already have it. Counts nothing. */
export async function whenFree(
  { db, clock }: Installation,
  allowances: readonly AttemptLimit[],
): Promise<Date | undefined> {
  const places = allowances.map(placeOf)
  const rows = await db
    .select()
    .from(attemptCount)
    .where(or(...places.map(isCounter)))
  const now = clock.now()
  const times = allowances.flatMap((allowance, index) => {
    const { merchantId, who } = places[index] ?? {}
    const row = rows.find((each) => each.merchantId === merchantId && each.who === who)
    return roomIn(row, allowance, now).again ?? []
  })
  return times.sort((a, b) => b.getTime() - a.getTime())[0]
}

/** Returns how many attempts of a row count now, and when there is room for another; no `again` if there is room. */
function roomIn(
  row: typeof attemptCount.$inferSelect | undefined,
  { max, window }: Pick<AttemptLimit, 'max' | 'window'>,
  now: Date,
): { counted: number; again?: Date } {
  const times = Object.entries(row?.counts ?? {})
    .map(([time, count]) => ({ time: Number(time), count }))
    .filter(({ time }) => time > now.getTime() - window)
    .sort((a, b) => a.time - b.time)
  const counted = times.reduce((sum, { count }) => sum + count, 0)
  let left = counted
  if (left < max) return { counted }
  for (const { time, count } of times) {
    left -= count
    if (left < max) return { counted, again: later(new Date(time), window) }
  }
  return { counted, again: later(now, window) }
}

/** Takes back an attempt that did not fail, so that it does not count. */
export async function takeBackAttempt({ db }: Pick<Installation, 'db'>, id: string): Promise<void> {
  const { place, slot, open } = readId(id)
  await db
    .update(attemptCount)
    .set({
      counts: sql`case when (counts ->> ${slot}::text)::int > 1
        then counts || jsonb_build_object(${slot}::text, (counts ->> ${slot}::text)::int - 1) else counts - ${slot}::text end`,
      open: sql`greatest(${attemptCount.open} - ${open}, 0)`,
    })
    .where(isCounter(place))
}

/** Keeps an open attempt that failed, so that it counts. */
export async function keepAttempt({ db }: Pick<Installation, 'db'>, id: string): Promise<void> {
  const { place, open } = readId(id)
  await db
    .update(attemptCount)
    .set({ open: sql`greatest(${attemptCount.open} - ${open}, 0)` })
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

function readId(id: string): { place: CounterKey; slot: string; open: number } {
  const [merchantId = '', who = '', slot = '', open] = id.split(':')
  return { place: { merchantId, who }, slot, open: Number(open) }
}

/** Up to this limit each attempt is stored with its own time. */
const maxExact = 100

/** Attempts under a larger limit share slots of a sixtieth of the window, so that a row stays small. */
const slotOf = (now: Date, { max, window }: AttemptLimit): string => {
  const length = max <= maxExact ? 1 : Math.ceil(window / 60)
  return String(Math.floor(now.getTime() / length) * length)
}
