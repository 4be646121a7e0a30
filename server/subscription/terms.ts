import type { Day } from '../clock/calendar'
import { dueOf, type ScheduleTerms } from './schedule'

/** What decides when a subscription is due. */
export interface Dated {
  schedule: ScheduleTerms
  start: Day
  end: Day | null
  due: Day | null
  billed: Day | null
}

const termsOf = ({ schedule, start, end }: Pick<Dated, 'schedule' | 'start' | 'end'>) => ({
  schedule,
  start,
  end: end ?? undefined,
})

/** The due date of a new subscription: the first of its schedule on or after its start, if its end allows one. */
export const firstDue = (terms: Pick<Dated, 'schedule' | 'start' | 'end'>): Day | null =>
  dueOf(termsOf(terms)) ?? null

/**
 * The due date after a change. A date that is still to come is calculated anew, never as one that was billed; one that
 * has come and waits to be billed stays, unless the new end is before it. Nothing to come stays nothing.
 */
export function dueAfterChange(changed: Dated, today: Day): Day | null {
  const { due, end, billed } = changed
  if (due === null) return null
  if (due <= today) return end !== null && end < due ? null : due
  return dueOf(termsOf(changed), { from: today, billed: billed ?? undefined }) ?? null
}

/** The due date when billing goes on after a pause: the next to come, today's included. */
export const dueAfterPause = (subscription: Dated, today: Day): Day | null =>
  dueOf(termsOf(subscription), { from: today, billed: subscription.billed ?? undefined }) ?? null

/** The due date after `due` was billed. */
export const dueAfterBilling = (subscription: Dated & { due: Day }): Day | null =>
  dueOf(termsOf(subscription), { billed: subscription.due }) ?? null

/** Ended now: a date still to come goes, and the end is today, or the earlier one that it had. */
export function ended(subscription: Dated, today: Day): Pick<Dated, 'due' | 'end'> {
  const { due, end } = subscription
  return { due: due !== null && due > today ? null : due, end: end !== null && end < today ? end : today }
}
