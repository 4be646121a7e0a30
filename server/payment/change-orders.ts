import pLimit from 'p-limit'
import type { Context } from '../core/context'
import { groupBy } from '../core/group-by'
import { KassaError } from '../model/errors'
import type { EventCreatable } from '../model/order/schemas'
import type { EventRow } from '../store/orders'
import { chargeCancelOrRefund } from './charge-cancel-refund'
import { RecordedRefusal } from './decision'

/** Events to apply to one order, in this order. */
export interface OrderChange {
  id: string
  event: readonly EventCreatable[]
  /** The amount that a person confirmed, in minor units. The event is refused if it would move another amount. */
  expected?: bigint
  /** The ID of the card that a person confirmed for an unpaid order, null for no card. */
  card?: string | null | undefined
  /** Identifies the change within its request. By default its place in the list, which must then stay the same. */
  name?: string
}

/** The result of changing one order of several. */
export interface OrderOutcome {
  id: string
  /** What was recorded. The last one is the refusal if the card service refused. */
  events: EventRow[]
  /**
   * The error that stopped the change. It may be an internal error, which must not hide the outcomes of the other
   * orders.
   */
  error?: unknown
}

/** How many orders of one request are changed at a time. They share their statements. */
const ordersAtATime = 50

/**
 * Applies events to several orders. Each order is changed on its own: if one event fails, the later events of that
 * order are skipped and the other orders continue. Changes to the same order are applied one after another.
 * `context.origin` identifies the request, so repeating it does nothing twice. Returns the outcomes in the order of the
 * changes.
 */
export async function changeOrders(
  context: Context,
  changes: readonly OrderChange[],
): Promise<OrderOutcome[]> {
  const outcomes = new Array<OrderOutcome>(changes.length)
  const places = changes.map((change, place) => ({ change, place }))
  const ofEachOrder = [...groupBy(places, ({ change }) => change.id).values()]
  await pLimit(ordersAtATime).map(ofEachOrder, async (ofOneOrder) => {
    let fault: unknown
    for (const { change, place } of ofOneOrder) {
      const outcome =
        fault === undefined
          ? await changeOrder(context, change, place)
          : { id: change.id, events: [], error: fault }
      // After an internal error, such as a lock time-out, further changes to the order would wait for the same thing.
      if (!(outcome.error instanceof KassaError)) fault = outcome.error
      outcomes[place] = outcome
    }
  })
  return outcomes
}

/** Applies events to several orders one after another and stops at the first failure. Orders after it are left out. */
export async function changeOrdersUntilRefused(
  context: Context,
  changes: readonly OrderChange[],
): Promise<OrderOutcome[]> {
  const outcomes: OrderOutcome[] = []
  for (const [place, change] of changes.entries()) {
    const outcome = await changeOrder(context, change, place)
    outcomes.push(outcome)
    if (outcome.error !== undefined) break
  }
  return outcomes
}

async function changeOrder(context: Context, change: OrderChange, place: number): Promise<OrderOutcome> {
  const { id, event, expected, card, name = String(place) } = change
  const events: EventRow[] = []
  for (const [step, each] of event.entries()) {
    const origin = context.origin && `${context.origin}:${name}:${step}`
    try {
      const inside = { ...context, ...(origin && { origin }) }
      const done = await chargeCancelOrRefund(inside, { orderId: id, event: each, expected, card })
      events.push(done.event)
    } catch (error) {
      if (error instanceof RecordedRefusal) events.push(error.event)
      return { id, events, error }
    }
  }
  return { id, events }
}
