import { addDays, type Day } from '../calendar'
import { fail } from '../errors'
import { moveUnits } from './lines'
import { amountsOf, type Move, noShares, type OrderState } from './rules'
import type { EventCreatable, State } from './schemas'

/**
 * Rules for an unpaid order of a subscription, which exists before its payment. All of it is in one state: `ordered`
 * during the first payment, `pending` while the payment is retried, `denied` after it is given up.
 */

/** The order with all of it in one state. */
export function allIn<T extends OrderState>(order: T, state: State, amount: bigint): T {
  return {
    ...order,
    shares: { ...noShares(), [state]: amount },
    lines: order.lines?.map((line) =>
      moveUnits(
        line,
        Array.from(line.units, (_, unit) => unit),
        state,
      ),
    ),
  }
}

/** What a charge or cancellation moves: all of the order. Throws an `order.…` error for anything else. */
export function planUnpaid(order: OrderState, isRunning: boolean, event: EventCreatable): Move {
  const { ordered, pending, denied } = order.shares
  const amount = ordered + pending + denied
  if (event.type === 'refund' || amount === 0n) {
    throw fail('order.nothing-left', { event: event.type, amounts: amountsOf(order) })
  }
  if (isRunning) throw fail('order.payment-running')
  if (event.items !== undefined) throw fail('order.unpaid-in-part', { event: event.type })
  return { amount, units: null }
}

/**
 * The next retry of a payment that first failed on `failedOn`: the next of the merchant's days that is still to come.
 * Undefined after the last one. Days missed during an outage are not made up for.
 */
export const nextRetry = (failedOn: Day, retryDays: readonly number[], today: Day): Day | undefined =>
  retryDays
    .map((count) => addDays(failedOn, count))
    .sort()
    .find((day) => day > today)
