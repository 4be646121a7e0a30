import type { Day } from '../calendar'
import { vatIn } from '../document/vat'
import { isCurrency } from '../money/currencies'
import { lineTotal, toMinor } from '../money/money'
import type { Items } from '../order/schemas'
import { datesFrom } from './dates'
import type { PlannedChange } from './planned-change'
import type { ScheduleTerms } from './schedule'
import { dueAfterChange, firstDue } from './terms'

/** The terms of a subscription. A new one has no `due`. */
export interface Planned {
  schedule: ScheduleTerms
  start: Day
  end: Day | null
  due?: Day | null
  billed?: Day | null
  planned?: Pick<PlannedChange, 'from' | 'schedule'> | null
  /** Whether its account is suspended: dates that have passed are not charged later. */
  paused?: boolean
}

/** The next dates of a subscription with these terms, starting with its due date; at most `count`. */
export function plannedDates(planned: Planned, today: Day, count: number): Day[] {
  const { schedule, start, end, due, billed, planned: later, paused = false } = planned
  const first =
    due === undefined
      ? firstDue(planned)
      : dueAfterChange(
          { schedule, start, end, due, billed: billed ?? null, ...(later && { planned: later }) },
          today,
        )
  if (first === null) return []
  const dates = datesFrom({ schedule, start, end: end ?? undefined, planned: later }, first, count)
  return paused ? dates.filter((day) => day >= today) : dates
}

/**
 * The amount of each date in minor units, calculated like `priced` does. Undefined where `priced` would throw, as often
 * happens while a form is being filled in.
 */
export function plannedAmount(items: Items, currency: string): bigint | undefined {
  if (!isCurrency(currency)) return undefined
  const lines = typeof items === 'number' ? [] : [items].flat()
  const numbers =
    typeof items === 'number'
      ? [items]
      : lines.flatMap(({ price, quantity = 1, vat = 0 }) => [price, quantity, vat])
  if (!numbers.every((number) => Number.isFinite(number) && number >= 0)) return undefined
  const amount =
    typeof items === 'number'
      ? toMinor(items, currency)
      : lines.reduce(
          (sum, { price, quantity = 1, vat = 0 }) => sum + lineTotal({ price, quantity, vat }, currency),
          0n,
        )
  return amount !== undefined && amount > 0n ? amount : undefined
}

/** The amount of a date and the VAT in it, in minor units. Undefined like `plannedAmount`, and without lines. */
export function plannedTotals(items: Items, currency: string): { amount: bigint; vat: bigint } | undefined {
  const amount = plannedAmount(items, currency)
  if (amount === undefined || typeof items === 'number') return undefined
  const vat = [items]
    .flat()
    .reduce(
      (sum, { price, quantity = 1, vat: rate = 0 }) =>
        sum + vatIn(lineTotal({ price, quantity, vat: rate }, currency), rate),
      0n,
    )
  return { amount, vat }
}
