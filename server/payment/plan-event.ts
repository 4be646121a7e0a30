import { capabilitiesOf } from '../card/capabilities'
import type { Context } from '../core/context'
import { fail } from '../model/errors'
import { type LimitedMove, withinLimits } from '../model/order/limits'
import type { Line } from '../model/order/lines'
import { type EventKind, eventKinds, type Move, planMove } from '../model/order/rules'
import type { EventCreatable } from '../model/order/schemas'
import { planUnpaid } from '../model/order/unpaid'
import { isEventKind, type OperationRow } from '../store/operations'
import { type OrderRow, orderStateOf } from '../store/orders'

type Running = Pick<OperationRow, 'kind' | 'amount' | 'units' | 'status'>

/** The operations of an order that an event has to take into account, because their outcome is not known yet. */
interface InProgress {
  running: readonly Running[]
  /** Whether the card service takes no charge until the outcome of an accepted one is known. */
  waits: boolean
}

/** Returns the running operations of an order, and whether its card service makes charges wait for them. */
export async function inProgressOf(
  context: Pick<Context, 'cards' | 'merchant'>,
  { service }: Pick<OrderRow, 'service'>,
  running: readonly Running[],
): Promise<InProgress> {
  const isCapturing = running.some(({ kind, status }) => kind === 'charge' && status === 'accepted')
  if (!isCapturing) return { running, waits: false }
  const { capturesWhileAccepted } = await capabilitiesOf(context, service)
  return { running, waits: !capturesWhileAccepted }
}

/**
 * Returns what an event would move in an order as it is now, paid or unpaid, and what the card service would release
 * with it. Throws an `order.…` or `lines.…` error.
 */
export function planEvent(row: OrderRow, { running, waits }: InProgress, event: EventCreatable): LimitedMove {
  const state = orderStateOf(row)
  if (row.serviceReference === null) return { ...planUnpaid(state, running.length > 0, event), released: 0n }
  // An authorisation that is being renewed is replaced.
  if (event.type !== 'refund' && running.some(({ kind }) => kind === 'authorise'))
    throw fail('order.operation-running', { event: event.type })
  const reserved = running.flatMap(({ kind, amount, units }) =>
    isEventKind(kind) ? [{ kind, move: { amount, units } }] : [],
  )
  return withinLimits(state, row.limits, {
    running: reserved,
    waits,
    event,
    move: planMove(state, reserved, event),
  })
}

/**
 * An event that an order currently allows: the most it can move, and the number of units that can be chosen of each
 * line.
 */
export interface AllowedEvent {
  type: EventKind
  amount: bigint
  /** Units that can be chosen, by line; 0 for a line that cannot be chosen. Null if lines cannot be chosen. */
  units: number[] | null
  /** Whether a part of the amount can be given. */
  byAmount: boolean
  /** Whether the most that it can move is less than all of it, so that a part has to be given. */
  inParts?: true
}

/**
 * Returns all events that an order currently allows. `plan` returns what an event of a type would move, or undefined
 * if it is not allowed.
 */
export function allowedEvents(
  { lines, serviceReference, limits }: Pick<OrderRow, 'lines' | 'serviceReference' | 'limits'>,
  plan: (type: EventKind) => Move | undefined,
): AllowedEvent[] {
  return eventKinds.flatMap((type) => {
    const move = plan(type)
    if (!move) return []
    const isDivisible = serviceReference !== null && (type === 'refund' || limits?.[type] !== 'in full')
    const units = lines?.map(
      (_, place) =>
        (isAlone(lines, place) && move.units?.find(({ line }) => line === place)?.units.length) || 0,
    )
    return [
      {
        type,
        amount: move.amount,
        units: isDivisible ? (units ?? null) : null,
        byAmount: isDivisible && !lines,
      },
    ]
  })
}

/**
 * Whether choosing by all properties of a line selects only that line or lines identical to it. A line with a fraction,
 * such as 1.5 kg, is chosen by its quantity, but a whole quantity may also take such a line as one unit.
 */
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
        (isFraction(mine) && mine.quantity !== line.quantity) ||
        (mine.name === line.name && mine.unit === line.unit && isFraction(mine) === isFraction(line)),
    )
  )
}

const isFraction = ({ quantity = 1 }: Line) => !Number.isInteger(quantity)
