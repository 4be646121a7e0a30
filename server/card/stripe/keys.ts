import { hours, minutes } from '../../core/clock'
import type { CardCall, SendingTimes } from '../../model/card/service'

/** A call, and the idempotency key of its request. */
export type UnderKey<T> = T & { key: string }

/**
 * How long after an operation was first sent each further key may be used. What Stripe has done in spite of a fault may
 * appear late, and a long outage should not use up all keys.
 */
const furtherKeysAfter = [minutes(2), hours(1), hours(6)]

/**
 * The idempotency keys of an operation. Each is used only after Stripe has repeated a fault under the keys before it and
 * the operation was absent, so at most one of them does the work.
 */
export function keysOf({ operation, firstSent }: CardCall & Partial<SendingTimes>): string[] {
  const age = firstSent === undefined ? 0 : Date.now() - firstSent.getTime()
  const further = furtherKeysAfter.filter((after) => after <= age)
  return [operation, ...further.map((_, index) => `${operation}-${index + 2}`)]
}
