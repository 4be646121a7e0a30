import type { Tone } from '../../_parts/activity'
import type { IconName } from '../../_parts/icons'
import type { Outputs } from '../../_parts/merchant'

type EventInWords = Pick<Outputs['event']['list']['events'][number], 'type' | 'original'>

/** The icon of each type of event, and its colour. */
export const eventLooks: Record<EventInWords['type'], [IconName, Tone]> = {
  order: ['ordered', 'blue'],
  charge: ['charged', 'green'],
  refund: ['refunded', undefined],
  cancel: ['cancelled', undefined],
  accept: ['waiting', 'amber'],
  fail: ['failed', 'red'],
}

export const eventNames = {
  order: 'Ordered',
  charge: 'Charged',
  refund: 'Refunded',
  cancel: 'Cancelled',
} as const
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
export function eventInWords({ type, original }: EventInWords): string {
  if (type === 'accept') return accepted[original ?? 'charge']
  if (type !== 'fail') return eventNames[type]
  return original ? refused[original] : 'Failed'
}
