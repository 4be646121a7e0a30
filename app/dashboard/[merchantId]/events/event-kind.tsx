import { Icon } from '../../_parts/icons'
import type { Outputs } from '../../_parts/merchant'
import { eventInWords } from '../_parts/event-words'
import styles from './event-kind.module.css'

type EventRow = Outputs['event']['list']['events'][number]

const icons = {
  order: 'orders',
  charge: 'check',
  refund: 'refunded',
  cancel: 'cross',
  accept: 'clock',
  fail: 'failed',
} as const

/** An event in a list: its icon and what happened. */
export const EventKind = ({ event }: { event: EventRow }) => (
  <span className={styles.kind} data-type={event.type}>
    <Icon name={icons[event.type]} size={16} />
    {eventInWords(event)}
  </span>
)
