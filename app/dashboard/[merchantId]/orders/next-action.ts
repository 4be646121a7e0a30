import type { Shares } from '@/server/model/order/rules'

/** The next step with the money of an order. What the customer's bank has taken back cannot be refunded as well. */
export function nextAction({
  shares: { ordered, charged },
  disputed: { open, lost } = { open: 0n, lost: 0n },
}: {
  shares: Shares
  disputed?: { open: bigint; lost: bigint } | undefined
}): 'charge' | 'refund' | undefined {
  if (ordered > 0n) return 'charge'
  return open === 0n && charged > lost ? 'refund' : undefined
}
