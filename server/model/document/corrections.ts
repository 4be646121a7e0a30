import type { TakenUnits } from '../order/lines'
import type { Movement } from './movement'

interface Charge {
  sequence: number
  reference: string | null
  units: readonly TakenUnits[]
  /** What has not been returned of it. */
  rest: bigint
}

/** What a movement returns of each charge. */
type Shares = ReadonlyMap<Charge, bigint>

/** What a movement returns of one charge. */
export interface Correction {
  /** Of the charge. */
  sequence: number
  amount: bigint
  /** What is left of the charge after it. */
  left: bigint
}

/**
 * Finds the charges that a refund corrects: those that charged its units. What they do not cover, such as an amount
 * without units, is taken from the last charge with as much left, or else from as many of the last ones as it takes.
 */
export class Corrections {
  readonly #charges: Charge[] = []
  /** By the operation of a refund. */
  readonly #returned = new Map<string | null, Shares>()

  constructor(private readonly costOf: (units: readonly TakenUnits[]) => bigint) {}

  /** Adds a movement. Returns what it returns of the charges that it corrects, oldest first; nothing unless it returns money. */
  add(movement: Movement, units: readonly TakenUnits[] = []): Correction[] {
    const { sequence, kind, isReversal, reference, amount } = movement
    if (kind === 'charge' && !isReversal) {
      this.#charges.push({ sequence, reference, units, rest: amount })
      return []
    }
    if (kind === 'refund' && isReversal) {
      for (const [charge, share] of this.#returned.get(reference) ?? []) charge.rest += share
      return []
    }
    const shares = isReversal ? this.#charged(movement) : this.#covering(amount, units)
    for (const [charge, share] of shares) charge.rest -= share
    this.#returned.set(reference, shares)
    return [...shares]
      .map(([charge, share]) => ({ sequence: charge.sequence, amount: share, left: charge.rest }))
      .sort((one, other) => one.sequence - other.sequence)
  }

  /** A charge that is reversed, as far as it has not been returned. Refunds of it came from other charges. */
  #charged({ reference, amount }: Movement): Shares {
    const charge = this.#charges.findLast((each) => reference !== null && each.reference === reference)
    return charge && charge.rest >= amount ? new Map([[charge, amount]]) : this.#covering(amount, [], charge)
  }

  #covering(amount: bigint, units: readonly TakenUnits[], first?: Charge): Shares {
    const shares = new Map<Charge, bigint>()
    const latest = this.#charges.toReversed()
    let open = amount
    const restOf = (charge: Charge) => charge.rest - (shares.get(charge) ?? 0n)
    const take = (charge: Charge, most: bigint) => {
      const share = [restOf(charge), most, open].reduce((least, each) => (each < least ? each : least))
      if (share <= 0n) return
      shares.set(charge, (shares.get(charge) ?? 0n) + share)
      open -= share
    }
    if (first) take(first, open)
    const wanted = new Map(units.map((taken) => [taken.line, new Set(taken.units)]))
    for (const charge of units.length > 0 ? latest : []) {
      if (open === 0n) break
      if (charge.rest > 0n) take(charge, this.costOf(commonUnits(charge.units, wanted)))
    }
    if (open === 0n) return shares
    const whole = latest.find((charge) => restOf(charge) >= open)
    for (const charge of whole ? [whole] : latest) take(charge, open)
    // More is returned than was charged.
    const [last] = latest
    if (last && open > 0n) shares.set(last, (shares.get(last) ?? 0n) + open)
    return shares
  }
}

const commonUnits = (
  some: readonly TakenUnits[],
  wanted: ReadonlyMap<number, ReadonlySet<number>>,
): TakenUnits[] =>
  some.map(({ line, units }) => ({ line, units: units.filter((unit) => wanted.get(line)?.has(unit)) }))
