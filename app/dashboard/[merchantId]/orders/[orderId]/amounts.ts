import type { Money } from '@/server/model/money/money'
import type { EventKind, Shares } from '@/server/model/order/rules'
import type { State } from '@/server/model/order/schemas'
import { orderParts } from '@/server/model/order/state-in-short'

/** A part of an order's amount. `underWay`: the operation that the card service has accepted for it. */
export interface AmountPart {
  state: State
  amount: bigint
  underWay?: EventKind | undefined
}

const kinds = ['charge', 'refund', 'cancel'] as const

/** The state that an operation takes its amount from. */
const sources = { charge: 'ordered', refund: 'charged', cancel: 'ordered' } as const

/** Returns the parts of an order's amount, each amount once: what is under way is not counted in its state. */
export function amountParts({
  shares,
  isPaid,
  accepted,
}: {
  shares: Shares
  isPaid: boolean
  accepted: readonly { type: EventKind; amount: bigint }[]
}): AmountPart[] {
  // The payment of an unpaid order is about all of it.
  const moving = isPaid ? accepted : []
  const sumOf = (kind: EventKind) =>
    moving.reduce((sum, { type, amount }) => (type === kind ? sum + amount : sum), 0n)
  return orderParts(shares).flatMap(({ state, amount }) => {
    const leaving = kinds
      .filter((kind) => sources[kind] === state)
      .map((kind) => ({ state, amount: sumOf(kind), underWay: kind }))
    const left = leaving.reduce((rest, each) => rest - each.amount, amount)
    return [{ state, amount: left }, ...leaving].filter((part) => part.amount > 0n)
  })
}

/** What the customer's bank has returned for good; undefined if nothing. Such money stays in the state "charged". */
export function returnedInWords(
  { disputed: { lost }, currency }: { disputed: { lost: bigint }; currency: string },
  money: (of: Money) => string,
): string | undefined {
  if (lost === 0n) return undefined
  return `After a dispute, the bank has returned ${money({ amount: lost, currency })} to the customer.`
}
