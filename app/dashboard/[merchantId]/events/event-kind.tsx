import { eventInWords } from '@/server/model/order/event-words'
import { Icon } from '../../_parts/icons'
import type { Outputs } from '../../_parts/merchant'
import { eventLooks } from '../_parts/event-looks'
import styles from './event-kind.module.css'

type EventOfKind = Outputs['event']['list']['events'][number]

/** An event in a list: its icon and what happened. */
export function EventKind({ event }: { event: EventOfKind }) {
  const [icon, colour] = eventLooks[event.type]
  return (
    <span className={styles.kind} data-colour={colour}>
      <Icon name={icon} size={16} />
      {eventInWords(event)}
    </span>
  )
}
