import { hours, minutes } from '../../core/clock'
import type { CardCall, SendingTimes } from '../../model/card/service'

/** A call, and the idempotency key of its request. */
export type UnderKey<T> = T & { key: string }

/** How long no key is used before another one takes its place: what Stripe has done in spite of a fault may appear late. */
const pause = minutes(2)

/** How long after an operation was first sent each further key takes the place of the one before it. */
const furtherKeysFrom = [pause, hours(1), hours(6)]

/**
 * The idempotency keys of an operation: its first, and the further one of the time since it was first sent, if any. That
 * one is used only after Stripe has repeated a fault under the first and the operation was absent, so at most one key
 * does the work.
 */
export function keysOf({ operation, firstSent }: CardCall & Partial<SendingTimes>): string[] {
  const age = firstSent === undefined ? 0 : Date.now() - firstSent.getTime()
  const count = furtherKeysFrom.filter((from) => from <= age).length
  const isPaused = furtherKeysFrom.some((from) => age < from && age >= from - pause)
  return count === 0 || isPaused ? [operation] : [operation, `${operation}-${count + 1}`]
}
