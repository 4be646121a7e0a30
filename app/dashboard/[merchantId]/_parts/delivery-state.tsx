'use client'

import { callbackState } from '@/server/model/callback-state'
import { capitalised } from '@/server/model/capitalised'
import { counted } from '@/server/model/counted'
import { Chip } from '../../_parts/chip'
import type { Outputs } from '../../_parts/merchant'
import styles from './callbacks.module.css'
import { useRealTime } from './real-time'

type ListedDelivery = Pick<Outputs['callback']['get'], 'status' | 'attempts' | 'nextAttempt'>

/** Whether a callback has arrived. One that is still being retried is failing, with its next attempt. */
export function DeliveryState({ delivery: { status, attempts, nextAttempt } }: { delivery: ListedDelivery }) {
  const until = useRealTime()
  const state = callbackState({ status, attempts })
  return (
    <span className={styles.state}>
      <Chip state={state} text={capitalised(state)} />
      {state === 'failing' && (
        <span className={styles.soft}>
          {counted(attempts, 'attempt')}, next {until(nextAttempt)}
        </span>
      )}
      {state === 'failed' && <span className={styles.soft}>{counted(attempts, 'attempt')}, no more</span>}
    </span>
  )
}
