import type { Line } from '../model/order/lines'
import { type EventKind, type Move, planMove } from '../model/order/rules'
import type { EventCreatable } from '../model/order/schemas'
import { planUnpaid } from '../model/order/unpaid'
import { isEventKind, type OperationRow, type OrderRow, sharesOf } from '../store/orders'

type Running = Pick<OperationRow, 'kind' | 'amount' | 'units'>

/** What an event would move of an order as it stands, whether or not a card has paid it. Throws an `order.…` or `lines.…` error. */
export function planEvent(row: OrderRow, running: readonly Running[], event: EventCreatable): Move {
  const state = { currency: row.currency, shares: sharesOf(row), lines: row.lines }
  if (row.serviceReference === null) return planUnpaid(state, running.length > 0, event)
  const reserved = running.flatMap(({ kind, amount, units }) =>
    isEventKind(kind) ? [{ kind, move: { amount, units } }] : [],
  )
  return planMove(state, reserved, event)
}

/** What could be done with an order now: the most that it would move and, of lines that can be chosen, how many units. */
export interface Possible {
  type: EventKind
  amount: bigint
  /** Null where only all of it can be acted on at once, or an amount of it. */
  units: number[] | null
  /** Whether a part of the amount may be given. */
  byAmount: boolean
}

/** Everything that could be done with an order now. `plan` is asked of each kind, and throws where it may not be. */
export function possibleOf(
  { lines, serviceReference }: Pick<OrderRow, 'lines' | 'serviceReference'>,
  plan: (type: EventKind) => Move | undefined,
): Possible[] {
  return (['charge', 'refund', 'cancel'] as const).flatMap((type) => {
    const move = plan(type)
    if (!move) return []
    const isPaid = serviceReference !== null
    const units = lines?.map(
      (_, place) =>
        (isAlone(lines, place) && move.units?.find(({ line }) => line === place)?.units.length) || 0,
    )
    return [{ type, amount: move.amount, units: isPaid ? (units ?? null) : null, byAmount: isPaid && !lines }]
  })
}

/** Whether a choice that says all that this line says of itself means no other line, or only lines just like it. */
function isAlone(lines: readonly Line[], place: number): boolean {
  const mine = lines[place]
  return (
    mine !== undefined &&
    lines.every(
      (line) =>
        mine.price !== line.price ||
        (mine.vat ?? 0) !== (line.vat ?? 0) ||
        (mine.name !== undefined && mine.name !== line.name) ||
        (mine.unit !== undefined && mine.unit !== line.unit) ||
        (mine.name === line.name && mine.unit === line.unit),
    )
  )
}
