import type { TakenUnits } from '../order/lines'
import type { Movement } from './movement'

interface Charge {
  sequence: number
  reference: string | null
  units: readonly TakenUnits[]
  /** What has not been returned of it. */
  rest: bigint
  /** What refunds have returned of it. */
  refunded: bigint
}

/** What a movement returns of each charge, or restores of it. */
type Shares = ReadonlyMap<Charge, bigint>

/** What a movement returns of one charge, or restores of it. */
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
  readonly #refunds = new Map<string | null, Shares>()

  constructor(private readonly costOf: (units: readonly TakenUnits[]) => bigint) {}

  /**
   * Adds a movement. The result says, oldest charge first, by how much each charge is corrected, or how much of it the
   * reversal of a refund restores. It is empty for a charge.
   */
  add(movement: Movement, units: readonly TakenUnits[] = []): Correction[] {
    const { sequence, kind, isReversal, reference, amount } = movement
    if (kind === 'charge' && !isReversal) {
      this.#charges.push({ sequence, reference, units, rest: amount, refunded: 0n })
      return []
    }
    const isRestoring = kind === 'refund' && isReversal
    const shares = this.#sharesOf(movement, units)
    for (const [charge, share] of shares) {
      const returned = isRestoring ? -share : share
      charge.rest -= returned
      if (kind === 'refund') charge.refunded += returned
    }
    if (kind === 'refund' && !isReversal) this.#refunds.set(reference, shares)
    return [...shares]
      .map(([charge, share]) => ({ sequence: charge.sequence, amount: share, left: charge.rest }))
      .sort((one, other) => one.sequence - other.sequence)
  }

  #sharesOf(movement: Movement, units: readonly TakenUnits[]): Shares {
    if (!movement.isReversal) return this.#covering(movement.amount, units)
    return movement.kind === 'refund' ? this.#refunded(movement) : this.#charged(movement)
  }

  /**
   * What a refund that is reversed returned. A reversal that names no refund, or has another amount, restores the last
   * charge of which as much was refunded, or else as many of the last ones as it takes.
   */
  #refunded({ reference, amount }: Movement): Shares {
    const own = reference === null ? [] : [...(this.#refunds.get(reference) ?? [])]
    const isAllOfIt = own.reduce((sum, [, share]) => sum + share, 0n) === amount
    if (isAllOfIt && own.every(([charge, share]) => share <= charge.refunded)) return new Map(own)
    const latest = this.#charges.toReversed()
    const whole = latest.find(({ refunded }) => refunded >= amount)
    const shares = new Map<Charge, bigint>()
    let open = amount
    for (const charge of whole ? [whole] : latest) {
      const isEnough = charge.refunded >= open
      const share = isEnough ? open : charge.refunded
      if (share > 0n) shares.set(charge, share)
      open -= share
    }
    return shares
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
