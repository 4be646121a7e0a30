import type { Shares } from '@/server/model/order/rules'

/**
 * Whether some of an order is charged, or still to be. What was refunded or cancelled, or what the customer's bank has
 * returned, is not paid twice.
 */
export const isPaying = ({
  shares: { ordered, pending, charged },
  disputed,
}: {
  shares: Shares
  disputed?: { lost: bigint } | undefined
}): boolean => ordered + pending + charged - (disputed?.lost ?? 0n) > 0n
