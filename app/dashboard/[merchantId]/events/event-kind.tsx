import type { Outputs } from '../../_parts/merchant'
import { eventInWords } from '../_parts/event-words'
import styles from './event-kind.module.css'

type EventRow = Outputs['event']['list']['events'][number]

const paths = {
  order: 'M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17ZM8 7h4M8 10.5h4',
  charge: 'm4.5 10.5 3.5 3.5 7.5-8',
  refund: 'M8 5 4 9l4 4M4 9h8a4 4 0 0 1 0 8h-1',
  cancel: 'm5.5 5.5 9 9M14.5 5.5l-9 9',
  accept: 'M10 5v5l3 2M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z',
  fail: 'M10 6v5M10 14h.01M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Z',
} as const

/** An event in a list: its icon and what happened. */
export const EventKind = ({ event }: { event: EventRow }) => (
  <span className={styles.kind} data-type={event.type}>
    <svg width={16} height={16} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path
        d={paths[event.type]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
    {eventInWords(event)}
  </span>
)
