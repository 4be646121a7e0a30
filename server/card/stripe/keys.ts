import { hours, minutes } from '../../core/clock'
import type { CardCall, SendingTimes } from '../../model/card/service'

/** A call, and the idempotency key of its request. */
export type UnderKey<T> = T & { key: string }

/** How long none is used before a fallback key takes over: what Stripe has done in spite of a fault may appear late. */
const pause = minutes(2)

/** How old an operation is when each of its fallback keys takes over from the one before it. */
const fallbackKeysFrom = [pause, hours(1), hours(6)]

/**
 * The idempotency keys to try for an operation: its own and, by its age, one fallback key. The fallback key is used only if
 * Stripe repeats a fault under the operation's own key and the operation is absent, so at most one of them does the work.
 */
export function keysOf({ operation, firstSent }: CardCall & Partial<SendingTimes>): string[] {
  const age = firstSent === undefined ? 0 : Date.now() - firstSent.getTime()
  const count = fallbackKeysFrom.filter((from) => from <= age).length
  const isPaused = fallbackKeysFrom.some((from) => age < from && age >= from - pause)
  return count === 0 || isPaused ? [operation] : [operation, `${operation}-${count + 1}`]
}
