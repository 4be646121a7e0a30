import { costOfFirst } from '../money/money'
import { costOf, type Line, type TakenUnits } from '../order/lines'
import type { DocumentLine } from './content'
import { type Correction, Corrections } from './corrections'
import type { Movement } from './movement'
import { spread, vatIn } from './vat'

/** What a movement documents. */
export interface DocumentedMovement {
  sequence: number
  /** Whether the buyer gets money back. */
  isCredit: boolean
  lines: DocumentLine[]
  /** Of a credit: the sequences of the charges that it corrects, oldest first. */
  corrects?: number[]
}

export interface DocumentedOrder {
  /** Minor units. */
  amount: bigint
  /** Null for an order created with an amount. */
  lines: readonly Line[] | null
  /** The VAT rate of an order without lines; null if none is known. */
  rate: number | null
}

/** The states that a movement takes a unit from and to, by their letters. */
const steps = {
  charge: { from: 'o', to: 'c' },
  refund: { from: 'c', to: 'r' },
} as const

interface Sums {
  gross: bigint
  vat: bigint
}

/** A line, or a whole order without lines, with what has moved so far. */
interface DocumentedPart {
  line: Line | null
  total: bigint
  rate: number | null
  /** The rate at which documents list what costs nothing, once it was charged. */
  rateOfFree?: number
  units: string[]
  charge: Sums
  refund: Sums
}

/** A charge of an order without lines. */
interface Charged extends Sums {
  /** The VAT in what has been returned of it. */
  returned: bigint
}

/** What earlier movements without units consist of. */
interface Earlier {
  /** By sequence. */
  charges: Map<number, Charged>
  /** By the operation of a refund: its shares of the parts, and the VAT that it returned of each charge. */
  refunds: Map<string, { shares: readonly Sums[]; returned: ReadonlyMap<Charged, bigint> }>
}

/**
 * Returns what each movement of an order documents. `movements` are all of the order's, oldest first. VAT is
 * cumulative, like the cost of units: the parts always add up to the whole, per line, per rate and in total. What is
 * returned adds up to each of the charges that it corrects, and a reversal has exactly what it reverses, if that is
 * known.
 */
export function documentMovements(
  order: DocumentedOrder,
  movements: readonly Movement[],
): DocumentedMovement[] {
  const parts = partsOf(order)
  const corrections = new Corrections((units) => units.reduce((sum, taken) => sum + costIn(parts, taken), 0n))
  const earlier: Earlier = { charges: new Map(), refunds: new Map() }
  return movements.map((movement) => {
    const units = movement.units ?? unitsFor(parts, movement)
    const corrected = corrections.add(movement, units)
    const lines = units
      ? moveUnits(parts, movement, units)
      : moveAmount(parts, movement, { earlier, corrected })
    const isCredit = (movement.kind === 'refund') !== movement.isReversal
    return {
      sequence: movement.sequence,
      isCredit,
      lines,
      ...(isCredit && { corrects: corrected.map(({ sequence }) => sequence) }),
    }
  })
}

function costIn(parts: readonly DocumentedPart[], { line, units }: TakenUnits): bigint {
  const part = parts[line]
  return part?.line ? costOf(part.line, units) : 0n
}

function partsOf({ amount, lines, rate }: DocumentedOrder): DocumentedPart[] {
  const nothing = () => ({ charge: { gross: 0n, vat: 0n }, refund: { gross: 0n, vat: 0n } })
  if (!lines) return [{ line: null, total: amount, rate, units: [], ...nothing() }]
  return lines.map((line) => ({
    line,
    total: BigInt(line.total),
    rate: line.vat ?? 0,
    units: Array.from(line.units, () => steps.charge.from),
    ...nothing(),
  }))
}

function lettersOf({ kind, isReversal }: Movement): { from: string; to: string } {
  const { from, to } = steps[kind]
  return isReversal ? { from: to, to: from } : { from, to }
}

/** The units of a movement that does not name them: all that it can have moved, if they cost exactly its amount. */
function unitsFor(parts: readonly DocumentedPart[], movement: Movement): TakenUnits[] | undefined {
  const { from } = lettersOf(movement)
  const taken: TakenUnits[] = []
  let cost = 0n
  for (const [line, part] of parts.entries()) {
    if (!part.line) return undefined
    const units = part.units.flatMap((letter, unit) => (letter === from ? [unit] : []))
    if (units.length === 0) continue
    taken.push({ line, units })
    cost += costOf(part.line, units)
  }
  return cost === movement.amount ? taken : undefined
}

/**
 * A line that costs nothing, without a rate or at 0 %, gets the highest rate of what it is first charged with. For a
 * rate of 0 %, the document would give a legal reason, which free shipping does not have.
 */
function moveUnits(
  parts: readonly DocumentedPart[],
  movement: Movement,
  taken: readonly TakenUnits[],
): DocumentLine[] {
  const { to } = lettersOf(movement)
  const moved = taken.map((each) => {
    const part = parts[each.line]
    if (!part?.line) throw new RangeError(`The order has no line ${each.line}`)
    return { ...each, part, line: part.line, gross: costOf(part.line, each.units) }
  })
  const rateOfFree = Math.max(0, ...moved.map(({ part, gross }) => (gross > 0n && part.rate) || 0))
  return moved.map(({ part, line, gross, ...each }) => {
    if (gross === 0n && !part.rate) part.rateOfFree ??= rateOfFree
    const rate = gross === 0n ? part.rate || (part.rateOfFree ?? 0) : part.rate
    const vat = vatOfUnits(line, each.units)
    add(part, movement, { gross, vat })
    for (const unit of each.units) part.units[unit] = to
    const { name, unit, price, quantity = 1 } = line
    return {
      ...(name !== undefined && { name }),
      quantity: `${Number.isInteger(quantity) ? each.units.length : quantity}`,
      ...(unit !== undefined && { unit }),
      price: `${price}`,
      ...amountsOf(rate, { gross, vat }),
    }
  })
}

/**
 * The VAT in the cost of units: each has the difference between two roundings of VAT in the rounded cost, so that no
 * unit has more VAT than it costs.
 */
function vatOfUnits(line: Line, units: readonly number[]): bigint {
  const { vat: rate = 0, total, units: all } = line
  const vatOfFirst = (count: number) => vatIn(costOfFirst(count, all.length, BigInt(total)), rate)
  return units.reduce((sum, unit) => sum + vatOfFirst(unit + 1) - vatOfFirst(unit), 0n)
}

/** Moves an amount without specific units, by rate. */
function moveAmount(
  parts: readonly DocumentedPart[],
  movement: Movement,
  moved: { earlier: Earlier; corrected: readonly Correction[] },
): DocumentLine[] {
  const shares = takenBack(movement, moved) ?? sharesOf(parts, movement, moved)
  const byRate = new Map<number | null, Sums>()
  for (const [place, part] of parts.entries()) {
    const { gross, vat } = shares[place] ?? { gross: 0n, vat: 0n }
    if (gross === 0n) continue
    add(part, movement, { gross, vat })
    const sums = byRate.get(part.rate) ?? { gross: 0n, vat: 0n }
    byRate.set(part.rate, { gross: sums.gross + gross, vat: sums.vat + vat })
  }
  return [...byRate].map(([rate, sums]) => ({ quantity: '1', ...amountsOf(rate, sums) }))
}

/** The shares of a refund that is reversed, unless reversals of unknown refunds have given back some of them already. */
function takenBack(
  { kind, isReversal, reference, amount }: Movement,
  { earlier: { charges, refunds }, corrected }: { earlier: Earlier; corrected: readonly Correction[] },
): readonly Sums[] | undefined {
  const refund = kind === 'refund' && isReversal ? refunds.get(reference ?? '') : undefined
  if (refund?.shares.reduce((sum, { gross }) => sum + gross, 0n) !== amount) return undefined
  const { returned } = refund
  const isPossible = ({ sequence, left }: Correction) => {
    const charge = charges.get(sequence)
    const vat = charge && returned.get(charge)
    if (!charge || vat === undefined) return false
    const after = charge.returned - vat
    return after >= 0n && after >= charge.vat - left && after <= charge.gross - left
  }
  // Nothing is returned by charge of an order with lines.
  if (returned.size > 0 && !(returned.size === corrected.length && corrected.every(isPossible)))
    return undefined
  for (const [charge, vat] of returned) charge.returned -= vat
  return refund.shares
}

/** What an amount moves of each part: in proportion to what each can move. */
function sharesOf(
  parts: readonly DocumentedPart[],
  movement: Movement,
  { earlier, corrected }: { earlier: Earlier; corrected: readonly Correction[] },
): Sums[] {
  const { sequence, kind, isReversal, reference } = movement
  const isRestoring = kind === 'refund' && isReversal
  const limits = parts.map((part) => movable(part, movement))
  const isWithin = limits.reduce((sum, limit) => sum + limit, 0n) >= movement.amount
  const grosses = spread(movement.amount, isWithin ? limits : parts.map(({ total }) => total))
  const returned = new Map<Charged, bigint>()
  const shares = parts.map((part, place): Sums => {
    const gross = grosses[place] ?? 0n
    if (part.line !== null || corrected.length === 0)
      return { gross, vat: vatOfAmount(part, movement, gross) }
    for (const each of corrected) {
      const charge = earlier.charges.get(each.sequence)
      if (charge) returned.set(charge, vatMoved(charge, each, { rate: part.rate, isRestoring }))
    }
    return { gross, vat: [...returned.values()].reduce((sum, vat) => sum + vat, 0n) }
  })
  for (const [charge, vat] of returned) charge.returned += isRestoring ? -vat : vat
  if (kind === 'refund' && !isReversal && reference !== null)
    earlier.refunds.set(reference, { shares, returned })
  const [whole] = shares
  if (kind === 'charge' && !isReversal && whole) earlier.charges.set(sequence, { ...whole, returned: 0n })
  return shares
}

/**
 * The VAT in what is returned of a charge now, or restored: as much as brings the VAT in all that was returned to that of
 * its amount. The VAT of what is left is kept between zero and its amount, so the whole charge returns exactly its VAT.
 */
function vatMoved(
  charge: Charged,
  { amount, left }: Correction,
  { rate, isRestoring }: { rate: number | null; isRestoring: boolean },
): bigint {
  if (rate === null) return 0n
  const { gross, vat, returned } = charge
  const wanted = within(vatIn(gross - left, rate), vat - left, vat)
  return within(isRestoring ? returned - wanted : wanted - returned, 0n, amount)
}

const within = (value: bigint, least: bigint, most: bigint): bigint => {
  const enough = value < least ? least : value
  return enough > most ? most : enough
}

function movable({ total, charge, refund }: DocumentedPart, { kind, isReversal }: Movement): bigint {
  if (isReversal) return kind === 'charge' ? charge.gross - refund.gross : refund.gross
  return kind === 'charge' ? total - charge.gross : charge.gross - refund.gross
}

/** How much an amount changes the VAT in everything charged, or refunded, of a line. */
function vatOfAmount(part: DocumentedPart, movement: Movement, gross: bigint): bigint {
  const { rate, charge } = part
  if (rate === null) return 0n
  const before = part[movement.kind]
  const after = movement.isReversal ? before.gross - gross : before.gross + gross
  const isAllOfIt = movement.kind === 'refund' && after === charge.gross
  const vat = (isAllOfIt ? charge.vat : vatIn(after, rate)) - before.vat
  return within(movement.isReversal ? -vat : vat, 0n, gross)
}

function add(part: DocumentedPart, { kind, isReversal }: Movement, moved: Sums): void {
  const before = part[kind]
  const sign = isReversal ? -1n : 1n
  part[kind] = { gross: before.gross + sign * moved.gross, vat: before.vat + sign * moved.vat }
}

const amountsOf = (rate: number | null, { gross, vat }: Sums) => ({
  rate,
  net: `${gross - vat}`,
  vat: `${vat}`,
  gross: `${gross}`,
})
