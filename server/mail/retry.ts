import { hours, minutes } from '../core/clock'

/**
 * Gaps after the first, second, … attempt, in milliseconds: 19 hours together, 23 at most, so that every attempt
 * falls into the 24 hours for which the mail service remembers the idempotency key.
 */
const gaps = [
  ...[10_000, 30_000, minutes(2), minutes(5), minutes(15), minutes(40)],
  ...[hours(1), hours(2), hours(3), hours(4), hours(4), hours(4)],
]

/** How many times Kassa tries to send a mail. */
export const maxAttempts = gaps.length + 1

/**
 * Returns how long to wait after an attempt, in milliseconds, up to a fifth longer by `chance` (0 to 1) so that e-mails
 * that failed together are not all attempted again at once. Undefined after the last attempt.
 */
export function gapAfter(attempt: number, chance: number): number | undefined {
  const gap = gaps[attempt - 1]
  return gap === undefined ? undefined : Math.round(gap * (1 + chance / 5))
}
