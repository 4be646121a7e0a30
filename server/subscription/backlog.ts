import type { Day } from '../model/calendar'
import { fail } from '../model/errors'
import { type Dated, maxPassed, passedDates } from '../model/subscription/terms'
import type { AccountRow } from '../store/accounts'

type Dates = Pick<Dated, 'schedule' | 'start' | 'end'> & { due?: Day | null }

/** The number of past dates, up to one more than may wait. */
const backlogOf = (terms: Dates, today: Day) => passedDates(terms, today, maxPassed + 1)

/** Refuses a new subscription with too many past dates. Throws `subscription.too-many-passed`. */
export function refuseBacklog(terms: Dates, today: Day): void {
  if (backlogOf(terms, today) > maxPassed) throw fail('subscription.too-many-passed', { max: maxPassed })
}

/**
 * Refuses a change that adds to the dates that wait to be billed, if they become too many. Those that wait because of an
 * outage are billed. While an account is suspended, no dates wait. Throws `subscription.too-many-due`.
 */
export function refuseMoreBacklog(
  { status }: Pick<AccountRow, 'status'>,
  { before, after }: { before: Dates; after: Dates },
  today: Day,
): void {
  if (status === 'suspended') return
  const waiting = backlogOf(after, today)
  if (waiting > maxPassed && waiting !== backlogOf(before, today))
    throw fail('subscription.too-many-due', { max: maxPassed })
}
