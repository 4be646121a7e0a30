import type { Day } from '../calendar'
import { ruleOf } from './dates'
import type { ScheduleTerms } from './schedule'

/** A price. A form that is being filled in may have no amount yet. */
interface Price {
  amount: bigint | undefined
  currency: string
}

export const hasPriceOf = (one: Price, other: Price): boolean =>
  one.amount === other.amount && one.currency === other.currency

/** When a subscription is due. */
export interface Dates {
  schedule: ScheduleTerms
  start: Day
}

/** Whether two schedules have the same dates, however they are written. */
export const hasDatesOf = (one: Dates, other: Dates): boolean => writtenRule(one) === writtenRule(other)

/** Rules of one kind have their properties in one order. */
const writtenRule = ({ schedule, start }: Dates) => JSON.stringify(ruleOf(schedule, start))
