import type { Outputs } from '../../_parts/merchant'

type Event = Pick<Outputs['event']['list']['events'][number], 'type' | 'original'>

const words = { order: 'Ordered', charge: 'Charged', refund: 'Refunded', cancel: 'Cancelled' } as const
const refused = {
  charge: 'Charge failed',
  refund: 'Refund failed',
  cancel: 'Cancellation failed',
} as const
const accepted = {
  charge: 'Charge accepted',
  refund: 'Refund accepted',
  cancel: 'Cancellation accepted',
} as const

/** What happened, in two or three words. */
export function eventInWords({ type, original }: Event): string {
  if (type === 'accept') return accepted[original ?? 'charge']
  if (type !== 'fail') return words[type]
  return original ? refused[original] : 'Failed'
}
