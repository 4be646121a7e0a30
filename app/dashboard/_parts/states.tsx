import type { State } from '@/server/model/order/schemas'
import styles from './list.module.css'

const shown = ['pending', 'denied', 'ordered', 'charged', 'refunded', 'cancelled'] as const

/** The states of an order's amount, each with its word and colour. */
export const States = ({ shares }: { shares: Record<State, bigint> }) => (
  <span className={styles.states}>
    {shown
      .filter((state) => shares[state] > 0n)
      .map((state) => (
        <span key={state} className={styles.state} data-state={state}>
          {state}
        </span>
      ))}
  </span>
)
