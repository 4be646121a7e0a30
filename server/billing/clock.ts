import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Merchant } from '@/db/schema'
import { merchant as merchants } from '@/db/schema'
import { bookAll } from '../booking/book'
import { type Clock, days, later, sameTimeOn, startOfDay } from '../core/clock'
import { type Context, contextOf } from '../core/context'
import { renewEvery } from '../core/renewal'
import { addDays, type Day, dayIn, dayOf, dayOfMonth, monthOf } from '../model/calendar'
import { fail } from '../model/errors'
import type { ClockMove, ClockMoved } from './clock-schemas'
import { recoverPayments } from './recover-payments'
import { remind } from './remind'
import { type BillingRun, merchantsToBill, nothingDone, runBilling } from './run'

/** How far one move may go. */
const farthestYears = 5
/** How long a caller is kept waiting before the response reports how far the clock has come. */
const respondAfterMs = 100_000
/** The maximum number of times that the first day is run while a worker holds a part of it, and the pause in between. */
const roundsForWorkers = 30
const workerMs = 100
/** How long, in seconds, other processes leave the merchant's billing alone if this process dies. */
const leaseSeconds = 30

/** Returns the current time of a test merchant. Throws `clock.live` for a live one. */
export function readClock({ merchant, clock }: Context): { now: string } {
  requireTest(merchant)
  return { now: clock.now().toISOString() }
}

/**
 * Moves a test merchant's clock forward and does everything that falls due on the way, day by day: billing, retries,
 * ends of subscriptions, reminders, documents. If it is interrupted, the clock stops where all earlier work is done, and a
 * repeated call continues from there. `to` in the result is the target, which stays the same when a request with an
 * origin is repeated. Throws `clock.live`, `clock.backwards`, `clock.too-far`, `clock.moving` while another request moves
 * it, or `card-service.no-response`.
 */
export async function moveClock(
  context: Context,
  move: ClockMove,
  { forMs = respondAfterMs } = {},
): Promise<ClockMoved> {
  const { merchant, clock, origin } = context
  requireTest(merchant)
  // Checks the move before waiting for the lease. The target is computed again once the lease is held.
  if (!begunTarget(context)) targetOf(move, context)
  const until = Date.now() + forMs
  const real: Clock = { now: () => later(clock.now(), -merchant.clockAhead) }
  return withLease(context, async (held, isLost) => {
    let here = contextOf({ ...context, clock: real }, held)
    const target = begunTarget({ ...context, merchant: held }) ?? targetOf(move, here)
    if (origin !== undefined) {
      const clockMove = { origin, to: target.toISOString() }
      await context.db.update(merchants).set({ clockMove }).where(eq(merchants.id, merchant.id))
    }
    const total = { ...nothingDone(), reminders: 0 }
    // Begun by workers, or by a move that a fault has stopped: later days follow from their outcome.
    add(total, await recoverPayments(here))
    let complete = true
    let rounds = roundsForWorkers
    for (const instant of stops(here, target)) {
      complete = Date.now() < until && !isLost()
      if (!complete) break
      here = await setClock(here, real, instant)
      add(total, await runDay(here, real, rounds))
      rounds = 1
    }
    complete &&= !isLost()
    if (complete) here = await setClock(here, real, target)
    const { accepted: _, open: __, ...done } = total
    return { now: here.clock.now().toISOString(), complete, to: target.toISOString(), ...done }
  })
}

/** Yields now, and the first moment of each day up to the target. */
function* stops({ merchant, clock }: Context, target: Date): Generator<Date> {
  const now = clock.now()
  yield now
  let day = addDays(dayOf(now, merchant.timeZone), 1)
  for (;;) {
    const start = startOfDay(day, merchant.timeZone)
    if (start > target) return
    yield start
    day = addDays(day, 1)
  }
}

/**
 * Does what is due on a day, and waits until the card service has responded to all of it. A run leaves out what is
 * locked by a worker that began before the lease was taken, so something can still be due after it: up to `rounds` runs.
 */
async function runDay(
  context: Context,
  real: Clock,
  rounds: number,
): Promise<BillingRun & { reminders: number }> {
  const run = { ...nothingDone(), reminders: 0 }
  const isBusy = async () =>
    (await merchantsToBill({ db: context.db, clock: real }, context.merchant)).length > 0
  let done = 0
  for (; done < rounds && (await isBusy()); done++) {
    if (done > 0) await wait(workerMs)
    add(run, await runBilling(context))
  }
  if (done > 0) add(run, await recoverPayments(context))
  run.reminders = await remind(context)
  await bookAll(context)
  return run
}

async function setClock(context: Context, real: Clock, to: Date): Promise<Context> {
  const wanted = to.getTime() - real.now().getTime()
  // If this process was suspended, it has lost the lease, and another one may have moved the clock further.
  const [moved] = await context.db
    .update(merchants)
    .set({ clockAhead: sql`greatest(${merchants.clockAhead}, ${wanted}::bigint)` })
    .where(eq(merchants.id, context.merchant.id))
    .returning({ clockAhead: merchants.clockAhead })
  return contextOf({ ...context, clock: real }, { ...context.merchant, ...moved })
}

/** Returns the target of the same request if an earlier attempt has begun it; undefined if not. */
function begunTarget({ merchant: { clockMove }, origin }: Context): Date | undefined {
  return clockMove && clockMove.origin === origin ? new Date(clockMove.to) : undefined
}

function targetOf(move: ClockMove, { merchant, clock }: Context): Date {
  const now = clock.now()
  const { to, advance = {} } = move
  const field = to === undefined ? 'advance' : 'to'
  const target =
    to === undefined
      ? advanced(now, advance, merchant.timeZone)
      : /^\d{4}-\d\d-\d\d$/.test(to)
        ? startOfDay(to, merchant.timeZone)
        : new Date(to)
  if (target < now) throw fail('clock.backwards', { field, now })
  if (target > later(now, days(farthestYears * 366)))
    throw fail('clock.too-far', { field, years: farthestYears })
  return target
}

/** Returns when clocks in the merchant's time zone show the same time on another day. */
function advanced(
  now: Date,
  by: { days?: number | undefined; months?: number | undefined },
  zone: string,
): Date {
  const today = dayOf(now, zone)
  const month: Day = dayIn(monthOf(today) + (by.months ?? 0), dayOfMonth(today))
  const day = addDays(month, by.days ?? 0)
  return sameTimeOn(day, zone, now)
}

/**
 * Keeps workers and other requests that would move the clock away while `work` runs, and releases the lease if this
 * process dies. `work` receives the current merchant, whose clock may have been moved since it was read, and whether
 * another process has taken the lease since, because this one was suspended for longer than it lasts.
 */
async function withLease<T>(
  { db, merchant }: Context,
  work: (held: Merchant, isLost: () => boolean) => Promise<T>,
): Promise<T> {
  const { id, clockMoving } = merchants
  const lease = { clockMoving: sql`now() + make_interval(secs => ${leaseSeconds})` }
  const take = (from: SQL | undefined) =>
    db
      .update(merchants)
      .set(lease)
      .where(and(eq(id, merchant.id), from))
      .returning()
  const [held] = await take(or(isNull(clockMoving), lt(clockMoving, sql`now()`)))
  if (!held?.clockMoving) {
    throw fail('clock.moving', { waitSeconds: leaseSeconds })
  }
  let mine = held.clockMoving
  let isLost = false
  const renew = async () => {
    const [renewed] = await take(eq(clockMoving, mine))
    if (renewed?.clockMoving) mine = renewed.clockMoving
    else isLost = true
  }
  const renewal = renewEvery(leaseSeconds * 250, renew, 'The lease on a clock could not be renewed')
  try {
    return await work(held, () => isLost)
  } finally {
    await renewal.stop()
    const isMine = and(eq(id, merchant.id), eq(clockMoving, mine))
    await db.update(merchants).set({ clockMoving: null }).where(isMine)
  }
}

function requireTest({ type }: Merchant): void {
  if (type !== 'test') throw fail('clock.live')
}

function add(total: BillingRun & { reminders?: number }, run: BillingRun & { reminders?: number }): void {
  for (const name of ['orders', 'charged', 'failed', 'accepted', 'open', 'ended'] as const)
    total[name] += run[name]
  if (run.reminders !== undefined) total.reminders = (total.reminders ?? 0) + run.reminders
}
