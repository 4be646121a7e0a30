import { type Day, dayOf } from '../model/calendar'
import { dateFormat } from '../model/formats'
/** The source of the current time. Tests and demo data use their own. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A merchant's clock. That of a test merchant can be ahead of real time. */
export const merchantClock = (real: Clock, { clockAhead }: { clockAhead: number }): Clock =>
  clockAhead === 0 ? real : { now: () => later(real.now(), clockAhead) }

/**
 * The real time behind a merchant's clock. Limits against abuse use it, so that moving a test clock does not shorten
 * them.
 */
export const realClock = ({
  clock,
  merchant: { clockAhead },
}: {
  clock: Clock
  merchant: { clockAhead: number }
}): Clock => (clockAhead === 0 ? clock : { now: () => later(clock.now(), -clockAhead) })

/** Returns the current day in a merchant's time zone. */
export const todayOf = ({
  clock,
  merchant: { timeZone },
}: {
  clock: Clock
  merchant: { timeZone: string }
}): Day => dayOf(clock.now(), timeZone)

/** A clock that is stopped at `at`. */
export const clockAt = (at: Date): Clock => ({ now: () => at })

export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => minutes(count * 60)
export const days = (count: number): number => hours(count * 24)

/** Whole seconds from `now` until `then`, at least one. */
export const secondsUntil = (then: Date, now: Date): number =>
  Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000))

export const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)

/** The instant at which the calendar day `date` (YYYY-MM-DD) starts in an IANA time zone. */
export const startOfDay = (date: string, timeZone: string): Date => timeOnDay(date, timeZone, 0)

/** The instant at which clocks in a time zone show on another day what they show at `time`. */
export const sameTimeOn = (date: string, timeZone: string, time: Date): Date =>
  timeOnDay(date, timeZone, (time.getTime() + offsetAt(time.getTime(), timeZone)) % days(1))

/** `shown`: what clocks show, in milliseconds since midnight. */
function timeOnDay(date: string, timeZone: string, shown: number): Date {
  const utc = Date.parse(`${date}T00:00:00.000Z`) + shown
  // Twice: the first guess can be on the other side of a daylight saving change.
  const guess = utc - offsetAt(utc, timeZone)
  const instant = utc - offsetAt(guess, timeZone)
  // When clocks are set forward, they skip an hour. A time in it counts by the offset before the change.
  return new Date(instant + offsetAt(instant, timeZone) < utc ? guess : instant)
}

function offsetAt(instant: number, timeZone: string): number {
  const format = dateFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = format.formatToParts(instant)
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value)
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return local - Math.floor(instant / 1000) * 1000
}
