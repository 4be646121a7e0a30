import type { Context } from '../core/context'
import { groupBy } from '../core/page'
import { inParallel } from '../core/parallel'
import { KassaError } from '../model/errors'
import type { EventCreatable } from '../model/order/schemas'
import type { EventRow } from '../store/orders'
import { chargeCancelOrRefund } from './charge-cancel-refund'

/** Events to apply to one order, in this order. */
export interface OrderChange {
  id: string
  event: readonly EventCreatable[]
  /** Minor units: what a person confirmed that the event moves. It is refused if it would move another amount. */
  expected?: bigint
}

/** The result of changing one order of several. */
export interface OrderOutcome {
  id: string
  events: EventRow[]
  /** What stopped it, faults of Kassa or its database included: they must not hide the outcomes of the others. */
  error?: unknown
}

/** How many orders of one request are changed at a time: enough to hide waiting, few enough to leave connections. */
const ordersAtATime = 4

/**
 * Applies events to several orders. Each order is changed on its own: one that fails stops at the failing event and
 * leaves the others alone. Changes to the same order are applied in turn. `context.origin` names the request, so that
 * repeating it does nothing twice. Returns the outcomes in the order of the changes.
 */
export async function changeOrders(
  context: Context,
  changes: readonly OrderChange[],
): Promise<OrderOutcome[]> {
  const outcomes = new Array<OrderOutcome>(changes.length)
  const places = changes.map((change, place) => ({ change, place }))
  const ofEachOrder = [...groupBy(places, ({ change }) => change.id).values()]
  await inParallel(ofEachOrder, ordersAtATime, async (ofOneOrder) => {
    let fault: unknown
    for (const { change, place } of ofOneOrder) {
      const outcome =
        fault === undefined
          ? await changeOrder(context, change, place)
          : { id: change.id, events: [], error: fault }
      // After a fault of ours, such as a lock that is not free, further changes to the order would wait for the same.
      if (!(outcome.error instanceof KassaError)) fault = outcome.error
      outcomes[place] = outcome
    }
  })
  return outcomes
}

/** Does the same, one order after the other, and stops at the first that fails: the rest is left out. */
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
  const { id, event, expected } = change
  const events: EventRow[] = []
  for (const [step, each] of event.entries()) {
    const origin = context.origin && `${context.origin}:${place}:${step}`
    try {
      events.push(await chargeCancelOrRefund({ ...context, ...(origin && { origin }) }, id, each, expected))
    } catch (error) {
      return { id, events, error }
    }
  }
  return { id, events }
}
