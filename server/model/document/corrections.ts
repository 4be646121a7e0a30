import type { TakenUnits } from '../order/lines'
import type { Movement } from './movement'

interface Charge {
  sequence: number
  reference: string | null
  units: TakenUnits[] | undefined
  /** What has not been returned of it. */
  rest: bigint
}

/**
 * Finds the charge that a refund corrects: the last one that charged one of its units or, for an amount, the last one
 * with as much left, or else with anything left.
 */
export class Corrections {
  readonly #charges: Charge[] = []
  /** By the operation of a refund: the charge that it corrects. */
  readonly #corrected = new Map<string | null, Charge>()

  /** Adds a movement. Returns the sequence of the charge that it corrects, if it returns money. */
  add(movement: Movement, units: TakenUnits[] | undefined): number | undefined {
    const { sequence, kind, isReversal, reference, amount } = movement
    if (kind === 'charge' && !isReversal) {
      this.#charges.push({ sequence, reference, units, rest: amount })
      return undefined
    }
    if (kind === 'refund' && isReversal) {
      const charge = this.#corrected.get(reference)
      if (charge) charge.rest += amount
      return undefined
    }
    const charge = isReversal ? this.#charged(movement) : this.#covering(amount, units)
    if (!charge) return undefined
    charge.rest -= amount
    this.#corrected.set(reference, charge)
    return charge.sequence
  }

  #charged({ reference, amount }: Movement): Charge | undefined {
    const named = reference === null ? undefined : this.#last((charge) => charge.reference === reference)
    return named ?? this.#covering(amount, undefined)
  }

  #covering(amount: bigint, units: TakenUnits[] | undefined): Charge | undefined {
    const byUnits = units && this.#last((charge) => charge.rest > 0n && overlaps(charge.units, units))
    return (
      byUnits ??
      this.#last(({ rest }) => rest >= amount) ??
      this.#last(({ rest }) => rest > 0n) ??
      this.#charges.at(-1)
    )
  }

  readonly #last = (fits: (charge: Charge) => boolean): Charge | undefined => this.#charges.findLast(fits)
}

const overlaps = (some: readonly TakenUnits[] | undefined, others: readonly TakenUnits[]): boolean =>
  some?.some((one) =>
    others.some((other) => other.line === one.line && other.units.some((unit) => one.units.includes(unit))),
  ) ?? false
