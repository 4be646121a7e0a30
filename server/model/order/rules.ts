import { fail } from '../errors'
import { toMinor } from '../money/money'
import { availableUnits, costOf, type Line, moveUnits, type TakenUnits, takeUnits } from './lines'
import { type EventCreatable, type Payment, type State, states } from './schemas'

/** The amount of an order in each state, in minor units. */
export type Shares = Record<State, bigint>

/** The part of an order that the rules need. */
export interface OrderState {
  currency: string
  shares: Shares
  /** Null for an order created with an amount. */
  lines: Line[] | null
}

/** What an operation moves: an amount in minor units and, for an order with lines, the units that it consists of. */
export interface Move {
  amount: bigint
  units: TakenUnits[] | null
}

export type EventKind = EventCreatable['type']

/** All kinds of event, in the order in which people are shown them. */
export const eventKinds = ['charge', 'refund', 'cancel'] as const satisfies readonly EventKind[]

/** All allowed moves. */
const moves: Record<EventKind, { from: State; to: State }> = {
  charge: { from: 'ordered', to: 'charged' },
  cancel: { from: 'ordered', to: 'cancelled' },
  refund: { from: 'charged', to: 'refunded' },
}

export const noShares = (): Shares => ({
  ordered: 0n,
  pending: 0n,
  charged: 0n,
  refunded: 0n,
  cancelled: 0n,
  denied: 0n,
})

/**
 * What an event would move, given the pending operations on the order and what they have reserved. Throws an `order.…`
 * or `lines.…` error if nothing is left, less than requested is left, or `items` has the wrong form.
 */
export function planMove(
  order: OrderState,
  running: readonly { kind: EventKind; move: Move }[],
  event: EventCreatable,
): Move {
  const { from } = moves[event.type]
  const reserved = running.filter((operation) => moves[operation.kind].from === from).map(({ move }) => move)
  const move = order.lines
    ? planUnits(order.lines, from, reserved, event)
    : planAmount(order, from, reserved, event)
  if (move) return move
  throw reserved.length > 0
    ? fail('order.operation-running', { event: event.type })
    : fail('order.nothing-left', { event: event.type, amounts: amountsOf(order) })
}

/** Undefined if no unit is left. */
function planUnits(lines: Line[], from: State, reserved: Move[], event: EventCreatable): Move | undefined {
  if (typeof event.items === 'number') throw fail('order.has-lines')
  const available = availableUnits(
    lines,
    from,
    reserved.flatMap((move) => move.units ?? []),
  )
  if (available.every((units) => units.length === 0)) return undefined
  const units = event.items
    ? takeUnits(lines, available, event.items)
    : available.flatMap((of, line) => (of.length > 0 ? [{ line, units: of }] : []))
  return {
    amount: units.reduce((sum, taken) => sum + costOf(lineAt(lines, taken.line), taken.units), 0n),
    units,
  }
}

/** Undefined if no amount is left. */
function planAmount(
  { currency, shares }: OrderState,
  from: State,
  reserved: Move[],
  event: EventCreatable,
): Move | undefined {
  const free = shares[from] - reserved.reduce((sum, move) => sum + move.amount, 0n)
  if (event.items !== undefined && typeof event.items !== 'number') throw fail('order.has-no-lines')
  if (free <= 0n) return undefined
  if (event.items === undefined) return { amount: free, units: null }
  const amount = toMinor(event.items, currency)
  if (amount === undefined) throw fail('amount.too-fine', { currency, field: 'items' })
  if (amount > free) {
    throw fail('order.overcharge', { event: event.type, left: { amount: free, currency } })
  }
  return { amount, units: null }
}

/** The order after a move. */
export const applyMove = <T extends OrderState>(order: T, kind: EventKind, move: Move): T =>
  moved(order, moves[kind], move)

/** The order after the reversal of a move that failed later. */
export const revertMove = <T extends OrderState>(order: T, kind: EventKind, move: Move): T =>
  moved(order, { from: moves[kind].to, to: moves[kind].from }, move)

/** The states that a move takes amounts from and to. */
export const statesOf = (kind: EventKind): { from: State; to: State } => moves[kind]

function moved<T extends OrderState>(order: T, { from, to }: { from: State; to: State }, move: Move): T {
  const lines = order.lines && [...order.lines]
  for (const taken of move.units ?? []) {
    if (lines) lines[taken.line] = moveUnits(lineAt(lines, taken.line), taken.units, to)
  }
  const shares = {
    ...order.shares,
    [from]: order.shares[from] - move.amount,
    [to]: order.shares[to] + move.amount,
  }
  return { ...order, shares, lines }
}

/**
 * The payment status of the original API: `cancelled` if all of the order was cancelled, `expired` if its authorisation
 * expired before anything was charged, else `created`. The order's own status shows what was charged and refunded.
 */
export function paymentStatus({ cancelled, ...others }: Shares, hasExpired: boolean): Payment['status'] {
  const isCancelled = cancelled > 0n && Object.values(others).every((share) => share === 0n)
  return isCancelled ? (hasExpired ? 'expired' : 'cancelled') : 'created'
}

/** How much of an order is in each state, without states that hold nothing. */
export const amountsOf = ({ shares, currency }: OrderState) =>
  states
    .filter((state) => shares[state] > 0n)
    .map((state) => ({ state, money: { amount: shares[state], currency } }))

function lineAt(lines: readonly Line[], index: number): Line {
  const line = lines[index]
  if (!line) throw new RangeError(`The order has no line ${index}`)
  return line
}
