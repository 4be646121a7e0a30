import type { TakenUnits } from '../order/lines'

/** Money that moved on an order. */
export interface Movement {
  /** The event's place in the order. */
  sequence: number
  kind: 'charge' | 'refund'
  /** Whether it reverses a charge or refund that was recorded and later failed. */
  isReversal: boolean
  /** Minor units. */
  amount: bigint
  /** The units of lines that it consists of, if they are known. */
  units: TakenUnits[] | null
  /** The operation at the card service. */
  reference: string | null
}
