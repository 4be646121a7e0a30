'use client'

import { counted } from '@/server/model/counted'
import { Chip } from '../../_parts/chip'
import type { Outputs } from '../../_parts/merchant'
import styles from './callbacks.module.css'
import { useRealTime } from './real-time'

type ListedDelivery = Pick<Outputs['callback']['get'], 'status' | 'attempts' | 'nextAttempt'>

/** Whether a callback has arrived. One that is still being retried is failing, with its next attempt. */
export function DeliveryState({ delivery: { status, attempts, nextAttempt } }: { delivery: ListedDelivery }) {
  const until = useRealTime()
  const isFailing = status === 'waiting' && attempts > 0
  return (
    <span className={styles.state}>
      {isFailing ? (
        <Chip state="failing" colour="red" text="Failing" />
      ) : (
        <Chip state={status} text={names[status]} />
      )}
      {isFailing && (
        <span className={styles.soft}>
          {counted(attempts, 'attempt')}, next {until(nextAttempt)}
        </span>
      )}
      {status === 'failed' && <span className={styles.soft}>{counted(attempts, 'attempt')}, no more</span>}
    </span>
  )
}

const names = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const
