import { hours, later, sameTimeOn, startOfDay } from '../core/clock'
import type { Context } from '../core/context'
import { addDays, type Day, dayOf } from '../model/calendar'
import { dateFormat } from '../model/formats'
import { type Days, daysBefore, lengthOf } from '../model/period'

/** Days that a report covers, in the merchant's time zone, divided into parts for charts. */
export interface Span extends Days {
  /** The beginning of the first day; the end of the last day, or now if that is earlier. */
  from: Date
  until: Date
  parts: SpanPart[]
}

export interface SpanPart {
  start: Date
  day: Day
  /** Its day. If the span is one day, the time of its hour in the merchant's time zone: 14:00, or 02:00 again. */
  name: string
}

/** The maximum number of days shown one by one, and the length of a part, in days, in longer spans. */
const maxDays = 92
const [weeks, longer] = [7, 28]

/**
 * Returns the spans of a period and of the one before it. If the period is not over, the one before it ends at the same
 * time of day, so that both are equally long.
 */
export function spansOf(
  { merchant, clock }: Pick<Context, 'merchant' | 'clock'>,
  days: Days,
): { now: Span; before: Span } {
  const { timeZone } = merchant
  const at = clock.now()
  const before = daysBefore(days)
  const isRunning = days.last === dayOf(at, timeZone)
  const end = startOfDay(addDays(before.last, 1), timeZone)
  const sameTime = sameTimeOn(before.last, timeZone, at)
  return {
    now: { ...spanOf(days, timeZone), ...(isRunning && { until: at }) },
    before: { ...spanOf(before, timeZone), ...(isRunning && sameTime < end && { until: sameTime }) },
  }
}

function spanOf({ first, last }: Days, timeZone: string): Span {
  const from = startOfDay(first, timeZone)
  const until = startOfDay(addDays(last, 1), timeZone)
  const count = lengthOf({ first, last })
  if (count === 1) return { first, last, from, until, parts: hoursOf({ first, from, until }, timeZone) }
  const length = count <= maxDays ? 1 : count <= maxDays * weeks ? weeks : longer
  const parts = Array.from({ length: Math.ceil(count / length) }, (_, place) => {
    const day = addDays(first, place * length)
    return { day, name: day, start: startOfDay(day, timeZone) }
  })
  return { first, last, from, until, parts }
}

/** A day has 23 or 25 hours when the clocks change. */
function hoursOf(
  { first, from, until }: Pick<Span, 'first' | 'from' | 'until'>,
  timeZone: string,
): SpanPart[] {
  const time = dateFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  return Array.from({ length: Math.ceil((until.getTime() - from.getTime()) / hours(1)) }, (_, hour) => {
    const start = later(from, hours(hour))
    const name = time.format(start)
    const isRepeated = name === time.format(later(start, -hours(1)))
    return { day: first, name: isRepeated ? `${name} again` : name, start }
  })
}
