import { availableUnits, type TakenUnits } from '../model/order/lines'
import type { EventReason } from '../model/order/reasons'
import {
  applyMove,
  type EventKind,
  type Move,
  type OrderState,
  revertMove,
  statesOf,
} from '../model/order/rules'
import type { State } from '../model/order/schemas'
import { eventKindOf, type OperationRow } from '../store/operations'

/**
 * Something that happened at a card service and is missing from Kassa's records.
 *
 * `moved`: the service charged, cancelled or refunded without Kassa. `undone`: Kassa recorded what has not happened, or
 * has failed since; with an operation, all of it. `completed`: Kassa recorded an operation as failed, but it was
 * carried out. `corrected`: only the record of the operation is wrong, the order is right.
 */
export type Change =
  | {
      type: 'moved'
      /** Identifies it at the service. It is recorded once. */
      id: string
      kind: EventKind
      amount: bigint
      reason: EventReason
      /** The service's reference of the movement, if it has one. */
      reference?: string
    }
  | { type: 'undone'; kind: EventKind; amount: bigint; operation?: string }
  | { type: 'completed'; operation: string; reference: string }
  | {
      type: 'corrected'
      operation: string
      to: Partial<Pick<OperationRow, 'kind' | 'amount' | 'currency' | 'status'>>
    }

/** A change, and what it moves: forwards or, for `undone`, backwards. */
export interface ChangeToMake {
  change: Change
  move: Move
}

type Correction = Extract<Change, { type: 'corrected' }>

type KnownOperation = Pick<OperationRow, 'id' | 'kind' | 'amount' | 'units'>

/**
 * Returns what changes move in an order, one after another. Undefined if one of them cannot be recorded: it would move
 * more than there is, or an amount that does not identify its units, which are never guessed.
 */
export function planChanges(
  order: OrderState,
  operations: readonly KnownOperation[],
  changes: readonly Change[],
): ChangeToMake[] | undefined {
  let state = order
  const planned: ChangeToMake[] = []
  for (const change of changes) {
    if (change.type === 'corrected') {
      planned.push({ change, move: { amount: 0n, units: null } })
      continue
    }
    const about = aboutOf(change, operations)
    const isBack = change.type === 'undone'
    const source = about && statesOf(about.kind)[isBack ? 'to' : 'from']
    const move = about && source && moveFrom(state, source, about)
    if (!move) return undefined
    state = (isBack ? revertMove : applyMove)(state, about.kind, move)
    planned.push({ change, move })
  }
  return planned
}

interface About {
  kind: EventKind
  amount: bigint
  /** The units, if they are known. */
  units: TakenUnits[] | null
}

function aboutOf(
  change: Exclude<Change, Correction>,
  operations: readonly KnownOperation[],
): About | undefined {
  const id = change.type === 'moved' ? undefined : change.operation
  if (change.type !== 'completed' && id === undefined) {
    const { kind, amount } = change
    return { kind, amount, units: null }
  }
  const operation = operations.find((each) => each.id === id)
  const kind = operation && eventKindOf(operation)
  return kind && { kind, amount: operation.amount, units: operation.units }
}

/** Undefined if the state holds less, or has no units that cost exactly this much. */
function moveFrom({ shares, lines }: OrderState, from: State, about: About): Move | undefined {
  const { amount, units } = about
  if (amount > shares[from]) return undefined
  if (!lines) return { amount, units: null }
  const available = availableUnits(lines, from, [])
  if (units) {
    const areThere = units.every(({ line, units: taken }) =>
      taken.every((unit) => available[line]?.includes(unit)),
    )
    return areThere ? { amount, units } : undefined
  }
  const all = available.flatMap((of, line) => (of.length > 0 ? [{ line, units: of }] : []))
  return amount === shares[from] ? { amount, units: all } : undefined
}
