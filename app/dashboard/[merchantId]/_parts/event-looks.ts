import type { Tone } from '../../_parts/activity'
import type { IconName } from '../../_parts/icons'
import type { Outputs } from '../../_parts/merchant'

/** The icon of each type of event, and its colour. */
export const eventLooks: Record<Outputs['event']['list']['events'][number]['type'], [IconName, Tone]> = {
  order: ['ordered', 'blue'],
  charge: ['charged', 'green'],
  refund: ['refunded', undefined],
  cancel: ['cancelled', undefined],
  accept: ['waiting', 'amber'],
  fail: ['failed', 'red'],
}
