import { fail } from '../errors'
import { costOfFirst, lineTotal } from '../money/money'
import type { Item, ItemChoice, State } from './schemas'

/** A line of an order as it is stored. */
export interface Line extends Item {
  /** Minor units, VAT included, as text. */
  total: string
  /** The states of the units, one letter per unit: `oc` is one ordered unit and one charged. */
  units: string
}

/** Units of a line that an operation moves, by their position in the line. */
export interface TakenUnits {
  line: number
  units: number[]
}

const letterOf: Record<State, string> = {
  ordered: 'o',
  pending: 'p',
  charged: 'c',
  refunded: 'r',
  cancelled: 'x',
  denied: 'd',
}
const stateOf = new Map(Object.entries(letterOf).map(([state, letter]) => [letter, state as State]))

/** The number of units of a quantity. A fractional quantity is a single unit. */
const unitCount = (quantity: number): number => (Number.isInteger(quantity) ? quantity : 1)

/** A new line with all units in `state`. */
export function newLine(item: Item, currency: string, state: State): Line {
  const quantity = item.quantity ?? 1
  const total = lineTotal({ price: item.price, quantity, vat: item.vat ?? 0 }, currency)
  return { ...item, total: total.toString(), units: letterOf[state].repeat(unitCount(quantity)) }
}

/** The state of each unit of a line. */
export const unitStates = (line: Line): State[] =>
  Array.from(line.units, (letter) => {
    const state = stateOf.get(letter)
    if (!state) throw new Error(`A unit of a line is in the unknown state "${letter}"`)
    return state
  })

/**
 * The cost of selected units of a line, in minor units. Each unit costs the difference between two roundings of the
 * line's total.
 */
export function costOf(line: Line, units: readonly number[]): bigint {
  const total = BigInt(line.total)
  const count = line.units.length
  return units.reduce(
    (sum, unit) => sum + costOfFirst(unit + 1, count, total) - costOfFirst(unit, count, total),
    0n,
  )
}

/** The line with the given units in another state. */
export function moveUnits(line: Line, units: readonly number[], to: State): Line {
  const letters = Array.from(line.units)
  for (const unit of units) letters[unit] = letterOf[to]
  return { ...line, units: letters.join('') }
}

/**
 * The units that can be taken, in order: those in state `from` that no pending operation has reserved. Returns one
 * entry per line.
 */
export function availableUnits(
  lines: readonly Line[],
  from: State,
  reserved: readonly TakenUnits[],
): number[][] {
  const letter = letterOf[from]
  return lines.map((line, index) => {
    const gone = new Set(reserved.filter((taken) => taken.line === index).flatMap((taken) => taken.units))
    const units: number[] = []
    for (let unit = 0; unit < line.units.length; unit++) {
      if (line.units[unit] === letter && !gone.has(unit)) units.push(unit)
    }
    return units
  })
}

/**
 * Takes the selected quantities from the available units. A selection takes units from every line that it matches, in
 * the order of the lines. Those that match the fewest lines come first, so that the others leave them their units. Throws a `lines.…` error if there are fewer units than selected, or no such line.
 */
export function takeUnits(
  lines: readonly Line[],
  available: readonly (readonly number[])[],
  choices: readonly ItemChoice[],
): TakenUnits[] {
  const left = available.map((units) => [...units])
  const taken = lines.map((_, line): TakenUnits => ({ line, units: [] }))
  const selections = choices.map((choice, index) => {
    const field = choices.length === 1 ? 'items' : `items[${index}]`
    if (lines.length > 1 && !names(choice)) throw fail('lines.ambiguous', { field })
    const named = lines.flatMap((line, place) => (matches(line, choice) ? [{ line, place }] : []))
    if (named.length === 0) throw fail('lines.no-match', { field })
    return { choice, field, named }
  })
  for (const { choice, field, named } of selections.toSorted((a, b) => a.named.length - b.named.length)) {
    const quantity = choice.quantity ?? 1
    // 1.5 kg is one unit. Selecting exactly that quantity selects the unit of a line with it.
    const whole = Number.isInteger(quantity)
    const matching = named.flatMap(({ line, place }) => (whole || line.quantity === quantity ? [place] : []))
    if (matching.length === 0) throw fail('lines.fraction', { field })
    let wanted = whole ? quantity : 1
    const free = matching.reduce((sum, place) => sum + (left[place]?.length ?? 0), 0)
    if (wanted > free) throw fail('lines.too-few', { field, left: free })
    for (const place of matching) {
      const units = left[place]?.splice(0, wanted) ?? []
      taken[place]?.units.push(...units)
      wanted -= units.length
    }
  }
  return taken.filter((line) => line.units.length > 0)
}

/** Whether a selection names any property of its lines. */
const names = ({ name, price, vat, unit }: ItemChoice) =>
  [name, price, vat, unit].some((part) => part !== undefined)

function matches(line: Line, choice: ItemChoice): boolean {
  const { name, price, vat, unit } = choice
  return (
    (name === undefined || name === line.name) &&
    (price === undefined || price === line.price) &&
    (vat === undefined || vat === (line.vat ?? 0)) &&
    (unit === undefined || unit === line.unit)
  )
}
