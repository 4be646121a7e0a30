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

/** A new line with all units ordered. */
export function newLine(item: Item, currency: string): Line {
  const quantity = item.quantity ?? 1
  const total = lineTotal({ price: item.price, quantity, vat: item.vat ?? 0 }, currency)
  return { ...item, total: total.toString(), units: letterOf.ordered.repeat(unitCount(quantity)) }
}

/** The state of each unit of a line. */
export const unitStates = (line: Line): State[] =>
  line.units.split('').map((letter) => {
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

/** How many of the given units, taken in order, together cost at most `most` (minor units). */
export function unitsWithin(line: Line, units: readonly number[], most: bigint): number {
  let cost = 0n
  const tooMany = units.findIndex((unit) => {
    cost += costOf(line, [unit])
    return cost > most
  })
  return tooMany === -1 ? units.length : tooMany
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
 * the order of the lines. If an earlier selection has taken the only units that a later one matches, the earlier one gets
 * units of other lines instead. Throws a `lines.…` error if there are fewer units than selected, or no such line.
 */
export function takeUnits(
  lines: readonly Line[],
  available: readonly (readonly number[])[],
  choices: ItemChoice | readonly ItemChoice[],
): TakenUnits[] {
  const supply: Supply = {
    left: available.map((units) => units.length),
    takers: available.map(() => new Set<Selection>()),
  }
  ;[choices].flat().forEach((choice, index) => {
    const field = Array.isArray(choices) ? `items[${index}]` : 'items'
    if (lines.length > 1 && !names(choice)) throw fail('lines.ambiguous', { field })
    const named = lines.flatMap((line, place) => (matches(line, choice) ? [{ line, place }] : []))
    if (named.length === 0) throw fail('lines.no-match', { field })
    const quantity = choice.quantity ?? 1
    // 1.5 kg is one unit. Selecting exactly that quantity selects the unit of a line with it.
    const whole = Number.isInteger(quantity)
    const matching = named.flatMap(({ line, place }) => (whole || line.quantity === quantity ? [place] : []))
    if (matching.length === 0) throw fail('lines.fraction', { field })
    const selection = { matching, passed: 0, taken: new Map<number, number>() }
    const wanted = whole ? quantity : 1
    for (let count = 0; count < wanted; ) {
      const more =
        takeFree(selection, supply, wanted - count) || takeFromOthers(selection, supply, wanted - count)
      if (more === 0) throw fail('lines.too-few', { field, left: count })
      count += more
    }
  })
  return available.flatMap((units, line) => {
    const count = units.length - (supply.left[line] ?? 0)
    return count > 0 ? [{ line, units: units.slice(0, count) }] : []
  })
}

/** What a selection has taken: the number of units of each line that it matches. */
interface Selection {
  matching: readonly number[]
  /** How many of these lines have no free units left. */
  passed: number
  taken: Map<number, number>
}

/** The units of the lines while selections take them. */
interface Supply {
  /** The number of free units of each line. It never rises: a unit can only pass from one selection to another. */
  left: number[]
  /** The selections that have units of each line. */
  takers: readonly Set<Selection>[]
}

/** Takes up to `wanted` free units of the first line that has any. Returns how many. */
function takeFree(selection: Selection, supply: Supply, wanted: number): number {
  const free = () => supply.left[selection.matching[selection.passed] ?? -1]
  while (free() === 0) selection.passed++
  const place = selection.matching[selection.passed]
  if (place === undefined) return 0
  const count = Math.min(wanted, free() ?? 0)
  supply.left[place] = (supply.left[place] ?? 0) - count
  add(selection, supply, place, count)
  return count
}

/**
 * Takes up to `wanted` units that another selection has taken and can replace by those of another line, if need be from a
 * third selection. Takes as many as possible at once, because an order can have 10,000 units. Returns how many. `seen`:
 * lines that were tried.
 */
function takeFromOthers(
  selection: Selection,
  supply: Supply,
  wanted: number,
  seen = new Set<number>(),
): number {
  for (const place of selection.matching) {
    if (seen.has(place)) continue
    seen.add(place)
    for (const other of [...(supply.takers[place] ?? [])]) {
      if (other === selection) continue
      const most = Math.min(wanted, other.taken.get(place) ?? 0)
      const count = takeFree(other, supply, most) || takeFromOthers(other, supply, most, seen)
      if (count === 0) continue
      add(other, supply, place, -count)
      add(selection, supply, place, count)
      return count
    }
  }
  return 0
}

function add(selection: Selection, { takers }: Supply, place: number, count: number): void {
  const taken = (selection.taken.get(place) ?? 0) + count
  selection.taken.set(place, taken)
  if (taken > 0) takers[place]?.add(selection)
  else takers[place]?.delete(selection)
}

/** Whether a selection names any property of its lines. */
const names = ({ name, price, vat, unit }: ItemChoice) =>
  [name, price, vat, unit].some((part) => part !== undefined)

/** Whether a selection selects units of a line. Its quantity does not matter. */
export function matches(line: Pick<Line, 'name' | 'price' | 'vat' | 'unit'>, choice: ItemChoice): boolean {
  const { name, price, vat, unit } = choice
  return (
    (name === undefined || name === line.name) &&
    (price === undefined || price === line.price) &&
    (vat === undefined || vat === (line.vat ?? 0)) &&
    (unit === undefined || unit === line.unit)
  )
}
