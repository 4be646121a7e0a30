import { addDays, type Day } from '../calendar'
import { invalidContent } from '../errors'
import { moveUnits } from './lines'
import { explain, type Move, noShares, type OrderState } from './rules'
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

/** What a charge or cancellation moves: all of the order. Throws `invalid content` for anything else. */
export function planUnpaid(order: OrderState, isRunning: boolean, event: EventCreatable): Move {
  const { ordered, pending, denied } = order.shares
  const amount = ordered + pending + denied
  if (event.type === 'refund' || amount === 0n) {
    const done = { charge: 'charged', cancel: 'cancelled', refund: 'refunded' }[event.type]
    throw invalidContent('Event', `Nothing of this order can be ${done} now. ${explain(order)}`, {
      property: 'type',
    })
  }
  if (isRunning) {
    throw invalidContent('Event', 'A payment of this order is running; wait for its event.', {
      property: 'type',
    })
  }
  if (event.items !== undefined) {
    throw invalidContent(
      'Event',
      `This order is not paid yet: it can be ${event.type === 'charge' ? 'charged' : 'cancelled'} as a whole only. Leave \`items\` out.`,
      { property: 'items' },
    )
  }
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
