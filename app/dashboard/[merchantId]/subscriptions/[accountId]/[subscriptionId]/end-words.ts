import type { Day } from '@/server/model/calendar'
import type { Money } from '@/server/model/money/money'
import { type Planned, plannedDates } from '@/server/model/subscription/preview'
import { sumInWords } from '../../../../_parts/sum-in-words'

/** How many dates before an end are counted. */
export const maxDates = 5000

/** The dates that would still be charged with an end, which may be later than the present one, or with none. */
export const datesUntil = (
  subscription: Planned & { account: { status: string } },
  end: Day | null,
  today: Day,
): Day[] =>
  plannedDates({ ...subscription, end, paused: subscription.account.status === 'suspended' }, today, maxDates)

/** What the end of a subscription leaves unpaid, and what becomes of it; undefined if all is paid. */
export function unpaidInWords(
  unpaid: readonly (Money & { givenUp: boolean })[],
  money: (of: Money) => string,
): string | undefined {
  const owed = sumInWords(unpaid, money)
  if (owed === undefined) return undefined
  if (unpaid.every(({ givenUp }) => givenUp)) return `${owed} remains unpaid.`
  return unpaid.some(({ givenUp }) => givenUp)
    ? `The unpaid ${owed} remains due, and part of it will be retried.`
    : `The unpaid ${owed} remains due and will be retried.`
}

/**
 * What becomes of orders that stay unpaid after a payment that failed. Those that were given up are retried only if a new
 * card has scheduled them again.
 */
export function restInWords(
  what: string,
  orders: readonly { givenUp: boolean; retryOn: Day | null }[],
): string {
  const retried = orders.filter(({ givenUp, retryOn }) => !givenUp || retryOn !== null)
  if (retried.length === 0) return `${what} will not be retried automatically.`
  return retried.length < orders.length
    ? `Only part of ${what.toLowerCase()} will be retried as scheduled.`
    : `${what} will be retried as scheduled.`
}

/** What an end without another date leaves unpaid. */
export function afterLastDate(...given: Parameters<typeof unpaidInWords>): string {
  const owed = unpaidInWords(...given)
  return owed === undefined ? 'Nothing more will be charged.' : `No later date will be charged. ${owed}`
}
