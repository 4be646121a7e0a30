import { invalidContent } from '../errors'
import { toMajorText, toMinor } from '../money/money'
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

/** All allowed moves. */
const moves: Record<EventKind, { from: State; to: State; done: string }> = {
  charge: { from: 'ordered', to: 'charged', done: 'charged' },
  cancel: { from: 'ordered', to: 'cancelled', done: 'cancelled' },
  refund: { from: 'charged', to: 'refunded', done: 'refunded' },
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
 * What an event would move, given the pending operations on the order and what they have reserved. Throws `invalid
 * content` if nothing is left, less than requested is left, or `items` has the wrong form.
 */
export function planMove(
  order: OrderState,
  running: readonly { kind: EventKind; move: Move }[],
  event: EventCreatable,
): Move {
  const { from, done } = moves[event.type]
  const reserved = running.filter((operation) => moves[operation.kind].from === from).map(({ move }) => move)
  const move = order.lines
    ? planUnits(order.lines, from, reserved, event)
    : planAmount(order, from, reserved, event, done)
  if (move) return move
  const why =
    reserved.length > 0 ? 'An operation on all of it is running; wait for its event.' : explain(order)
  throw invalidContent('Event', `Nothing of this order can be ${done} now. ${why}`, { property: 'type' })
}

/** Undefined if no unit is left. */
function planUnits(lines: Line[], from: State, reserved: Move[], event: EventCreatable): Move | undefined {
  if (typeof event.items === 'number') {
    throw invalidContent(
      'Event',
      'This order was made with lines: choose lines and quantities in `items`, not an amount.',
      { property: 'items' },
    )
  }
  const available = availableUnits(
    lines,
    from,
    reserved.flatMap((move) => move.units ?? []),
  )
  if (available.every((units) => units.length === 0)) return undefined
  const units = event.items
    ? takeUnits(lines, available, [event.items].flat())
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
  done: string,
): Move | undefined {
  const free = shares[from] - reserved.reduce((sum, move) => sum + move.amount, 0n)
  if (event.items !== undefined && typeof event.items !== 'number') {
    throw invalidContent(
      'Event',
      'This order was made with an amount: give an amount in `items`, not lines.',
      {
        property: 'items',
      },
    )
  }
  if (free <= 0n) return undefined
  if (event.items === undefined) return { amount: free, units: null }
  const amount = toMinor(event.items, currency)
  if (amount === undefined) throw tooFine(currency, 'items')
  if (amount > free) {
    throw invalidContent('Event', `At most ${toMajorText(free, currency)} ${currency} can be ${done}.`, {
      property: 'items',
    })
  }
  return { amount, units: null }
}

/** The order after a move. */
export function applyMove<T extends OrderState>(order: T, kind: EventKind, move: Move): T {
  const { from, to } = moves[kind]
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
 * The payment status of the original interface: `cancelled` if all of the order was cancelled, else `created`. The
 * order's own status shows what was charged and refunded. `expired` is for lapsed authorisations, which the simulated
 * acquirer never has.
 */
export function paymentStatus({ cancelled, ...others }: Shares): Payment['status'] {
  const isCancelled = cancelled > 0n && Object.values(others).every((share) => share === 0n)
  return isCancelled ? 'cancelled' : 'created'
}

export const tooFine = (currency: string, property: string) =>
  invalidContent('number', `The amount is finer than the minor unit of ${currency}. Round it.`, { property })

/** Describes where the amount of an order is. */
export function explain(order: OrderState): string {
  const parts = states
    .filter((state) => order.shares[state] > 0n)
    .map((state) => `${toMajorText(order.shares[state], order.currency)} ${order.currency} ${state}`)
  return `It is ${parts.join(', ')}.`
}

function lineAt(lines: readonly Line[], index: number): Line {
  const line = lines[index]
  if (!line) throw new RangeError(`The order has no line ${index}`)
  return line
}
