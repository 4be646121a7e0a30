import type { Day } from '../calendar'
import { priced } from '../order/price'
import type { Items } from '../order/schemas'
import type { ScheduleTerms } from './schedule'

/** A change of a subscription that applies to its due dates from a day on. It changes only what is present. */
export interface PlannedChange {
  from: Day
  items?: Items
  currency?: string
  schedule?: ScheduleTerms
  /** Whether the customer was notified of it by e-mail. */
  notified?: boolean
}

/** The terms that a planned change can change. */
export interface Changeable {
  items: Items
  currency: string
  /** In minor units. */
  amount: bigint
  schedule: ScheduleTerms
  planned: PlannedChange | null
}

/** Returns a subscription with its planned change made. Throws what `priced` throws. */
export function withPlanned<T extends Changeable>(terms: T): T {
  const { planned } = terms
  if (planned === null) return terms
  const { items = terms.items, currency = terms.currency, schedule = terms.schedule } = planned
  const { amount } = priced(items, currency, planned.items === undefined ? 'currency' : 'items')
  return { ...terms, items, currency, amount, schedule, planned: null }
}

/** Returns a subscription with the terms that apply to a due date: the planned ones, if that change takes effect by then. */
export const termsOn = <T extends Changeable>(terms: T, day: Day): T =>
  terms.planned !== null && terms.planned.from <= day ? withPlanned(terms) : terms
