import type { OrderDetail } from './order-action'

type Ended = Pick<OrderDetail['disputes'][number], 'state' | 'isInquiry'>

/** Who has the money after a dispute; undefined if it has not ended, or ended without a decision that says so. */
export function endedInWords({ state, isInquiry }: Ended): string | undefined {
  if (state === 'won') return 'The money is yours again.'
  if (state === 'lost') return 'The bank has returned the money to the customer. Do not refund it as well.'
  if (state === 'closed' && isInquiry) return 'The bank has closed its inquiry and has taken no money.'
  return undefined
}
