import type { Shares } from './rules'

const urgentFirst = ['pending', 'denied', 'ordered', 'charged', 'refunded', 'cancelled'] as const

/** The states that hold an amount, the most urgent first. */
export const orderParts = (shares: Shares) =>
  urgentFirst.flatMap((state) => (shares[state] > 0n ? [{ state, amount: shares[state] }] : []))

interface OrderStateText {
  text: string
  colour: 'green' | 'blue' | 'amber' | 'red' | undefined
}

/**
 * Sums up the state of an order in one or two words. What needs attention comes first, then what happened last. `disputed`: what
 * the customer's bank has taken back, while it decides and for good.
 */
export function stateOfOrder(
  shares: Shares,
  disputed: { open: bigint; lost: bigint } = { open: 0n, lost: 0n },
): OrderStateText {
  const { pending, denied, ordered, charged, refunded, cancelled } = shares
  if (denied > 0n) return { text: 'Denied', colour: 'red' }
  if (pending > 0n) return { text: 'Pending', colour: 'amber' }
  if (disputed.open > 0n) return { text: 'Disputed', colour: 'amber' }
  if (disputed.lost > 0n) return { text: 'Dispute lost', colour: 'red' }
  if (refunded > 0n)
    return charged + ordered > 0n
      ? { text: 'Partly refunded', colour: 'green' }
      : { text: 'Refunded', colour: undefined }
  if (charged > 0n && ordered > 0n) return { text: 'Partly charged', colour: 'blue' }
  if (charged > 0n)
    return cancelled > 0n
      ? { text: 'Partly cancelled', colour: 'green' }
      : { text: 'Charged', colour: 'green' }
  if (ordered > 0n)
    return cancelled > 0n ? { text: 'Partly cancelled', colour: 'blue' } : { text: 'Ordered', colour: 'blue' }
  return cancelled > 0n ? { text: 'Cancelled', colour: undefined } : { text: 'Free', colour: undefined }
}
