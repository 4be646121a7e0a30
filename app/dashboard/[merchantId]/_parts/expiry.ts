import { type Day, monthOf } from '@/server/model/calendar'

/** A card counts as expiring this many months before its last: by then its holder has the new one. */
const soonMonths = 1

/** Returns whether a card has expired or soon will, and its date as text. `today`: the current month since year 0. */
export function expiryOf(
  [month, year]: readonly [number, number],
  today: number,
): { state: 'good' | 'expiring' | 'expired'; written: string } {
  const last = (2000 + year) * 12 + month - 1
  const state = last < today ? 'expired' : last <= today + soonMonths ? 'expiring' : 'good'
  return { state, written: writtenExpiry([month, year]) }
}

/** Formats the expiry of a card as it is printed on it: "03/27". */
export const writtenExpiry = (expires: readonly [number, number]): string =>
  expires.map((part) => String(part).padStart(2, '0')).join('/')

/** Says that a card has expired, or will have on the day that it is to pay; undefined if neither. */
export function expiryWarning(expires: readonly [number, number], due: Day, today: Day): string | undefined {
  const isExpired = (day: Day) => expiryOf(expires, monthOf(day)).state === 'expired'
  if (isExpired(today)) return 'The card has expired: payments may fail until the customer adds another.'
  if (isExpired(due))
    return 'The card expires before then: payments may fail unless the customer adds another.'
  return undefined
}
