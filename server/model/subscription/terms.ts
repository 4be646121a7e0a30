import { addDays, type Day } from '../calendar'
import { datesFrom, dueOf } from './dates'
import type { PlannedChange } from './planned-change'
import type { ScheduleTerms } from './schedule'

/** What determines when a subscription is due. */
export interface Dated {
  schedule: ScheduleTerms
  start: Day
  end: Day | null
  due: Day | null
  billed: Day | null
  planned?: Pick<PlannedChange, 'from' | 'schedule'> | null
  /** Who asked for the end, if anybody did. */
  ending?: RequestedEnd | null
}

/** An end that somebody asked for, so that it can be undone: who, and the end that the subscription had before. */
export interface RequestedEnd {
  by: 'customer' | 'merchant'
  before: Day | null
  /** When they asked, ISO 8601; missing in ends from before this was stored. */
  at?: string
  /** The end is the last day of the paid period. The subscription ends after that day, not at its beginning. */
  period?: true
  /** The later end that the merchant had asked for before the customer asked for this one. */
  byMerchant?: Day
}

/** The end that somebody asks for, of a subscription that may already have one. */
export function requestedEnd(
  { end, ending }: Pick<Dated, 'end'> & { ending: RequestedEnd | null },
  { by, at }: { by: RequestedEnd['by']; at: Date },
): RequestedEnd {
  const before = ending === null ? end : ending.before
  const byMerchant = ending?.by === 'merchant' ? end : ending?.byMerchant
  return { by, before, at: at.toISOString(), ...(by === 'customer' && byMerchant && { byMerchant }) }
}

/** The end that a subscription has again once its end is undone: the one before, unless that day has come. */
export const endOnceUndone = (ending: RequestedEnd | null, today: Day): Day | null =>
  ending?.before != null && ending.before > today ? ending.before : null

/** Whether the customer has ended a subscription and will not be charged again, and so has a mail that says so. */
export const hasCustomerLeft = ({ due, ending }: Pick<Dated, 'due' | 'ending'>): boolean =>
  due === null && ending?.by === 'customer'

/** The end of a subscription once the customer has undone their own: that of the merchant stays. */
export const endUndoneByCustomer = (
  ending: RequestedEnd | null,
  today: Day,
): { end: Day | null; ending: RequestedEnd | null } =>
  ending?.byMerchant
    ? { end: ending.byMerchant, ending: { by: 'merchant', before: ending.before } }
    : { end: endOnceUndone(ending, today), ending: null }

const termsOf = ({
  schedule,
  start,
  end,
  planned,
}: Pick<Dated, 'schedule' | 'start' | 'end' | 'planned'>) => ({
  schedule,
  start,
  end: end ?? undefined,
  planned,
})

/** The due date of a new subscription: the first of its schedule on or after its start, unless it is past its end. */
export const firstDue = (terms: Pick<Dated, 'schedule' | 'start' | 'end'>): Day | null =>
  dueOf(termsOf(terms)) ?? null

/**
 * The due date after a change. A date that has come and waits to be billed stays if it is still between start and end.
 * Any other is recalculated: the next date to come, never one that was billed. There is none in a paid period with which
 * the subscription ends: anyone who asked for that end was told that nothing more is billed.
 */
export function dueAfterChange(changed: Dated, today: Day): Day | null {
  const { due, start, end, billed, ending } = changed
  if (ending?.period) return null
  const isOwed = due !== null && due <= today && due >= start && (end === null || due <= end)
  return isOwed ? due : (dueOf(termsOf(changed), { from: today, billed: billed ?? undefined }) ?? null)
}

/** How many past dates may wait to be billed. All would be charged, and more suggest a mistyped year. */
export const maxPassed = 100

/**
 * How many dates of a subscription have already passed and would be billed at once; counts up to `max`. A new one has no
 * `due`.
 */
export const passedDates = (
  {
    schedule,
    start,
    end,
    due = firstDue({ schedule, start, end }),
  }: Pick<Dated, 'schedule' | 'start' | 'end'> & { due?: Day | null },
  today: Day,
  max: number,
): number => {
  if (due === null) return 0
  return datesFrom(termsOf({ schedule, start, end }), due, max).filter((day) => day < today).length
}

/** The due date when billing continues after a pause: the next one, which may be today. */
export const dueAfterPause = (subscription: Dated, today: Day): Day | null =>
  dueOf(termsOf(subscription), { from: today, billed: subscription.billed ?? undefined }) ?? null

/**
 * Whether a subscription has payments to come once its suspended account has paid. Until then it is paused; any other
 * has ended, or ends without another payment.
 */
export const continuesAfterPause = (subscription: Dated, today: Day): boolean =>
  subscription.due !== null && dueAfterPause(subscription, today) !== null

/** The due date after `due` was billed. */
export const dueAfterBilling = (subscription: Dated & { due: Day }): Day | null =>
  dueOf(termsOf(subscription), { billed: subscription.due }) ?? null

/**
 * The terms of a subscription that ends now. Nothing more is billed, whatever was due. Its end is today, or an earlier
 * end that it already had.
 */
export function ended({ end }: Pick<Dated, 'end'>, today: Day): Pick<Dated, 'due' | 'end'> {
  return { due: null, end: end !== null && end < today ? end : today }
}

/**
 * The last day of the period that is paid: the day before the next due date. Null if there is no next date, or if it
 * has come, so that the current period is not billed yet.
 */
export const lastPaidDay = ({ due }: Pick<Dated, 'due'>, today: Day): Day | null =>
  due !== null && due > today ? addDays(due, -1) : null

/** Whether nothing more will be billed and the end has come. `isFinished` selects such subscriptions in SQL. */
export const isOver = (
  { due, end, ending }: Pick<Dated, 'due' | 'end'> & { ending: RequestedEnd | null },
  today: Day,
): boolean => due === null && end !== null && (ending?.period ? end < today : end <= today)
