import type { Capabilities } from '../card/service'
import { requireStep } from '../card/step'
import { fail } from '../errors'
import type { OrderLimits } from './records'
import type { EventKind, Move, OrderState } from './rules'
import type { EventCreatable } from './schemas'

/** A move, and what the card service releases with it. */
export interface LimitedMove extends Move {
  /** What can no longer be charged afterwards, in minor units. */
  released: bigint
}

interface MoveInContext {
  running: readonly { kind: EventKind }[]
  /** Whether the card service takes no charge until the outcome of an accepted one is known. */
  waits: boolean
  event: EventCreatable
  move: Move
}

/** What cannot be charged, by the captures that an authorisation allows. */
export const chargeLimits: Record<Capabilities['captures'], OrderLimits['charge']> = {
  several: undefined,
  one: 'once',
  none: 'in full',
}

/**
 * Checks a move against what the card service can do with the order's authorisation. Throws `card-service.step`,
 * `order.in-full-only`, or `order.operation-running` for what depends on the outcome of a running operation.
 */
export function withinLimits(
  { shares, currency }: OrderState,
  limits: OrderLimits | null,
  { running, waits, event, move }: MoveInContext,
): LimitedMove {
  const { type } = event
  requireStep(limits?.step === undefined ? undefined : BigInt(limits.step), {
    amount: move.amount,
    currency,
  })
  const limit = type === 'refund' ? undefined : limits?.[type]
  // Units that cost nothing do not reach the card service.
  if (move.amount === 0n) return { ...move, released: 0n }
  if (type === 'charge' && waits) throw fail('order.operation-running', { event: type })
  if (limit === undefined) return { ...move, released: 0n }
  if (running.some(({ kind }) => kind !== 'refund')) throw fail('order.operation-running', { event: type })
  const rest = shares.ordered - move.amount
  if (limit === 'once') return { ...move, released: rest }
  if (rest > 0n) throw fail('order.in-full-only', { event: type, left: { amount: shares.ordered, currency } })
  return { ...move, released: 0n }
}
