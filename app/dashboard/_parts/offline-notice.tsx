'use client'

import { useOfflineGuard } from '@/app/_parts/use-offline-guard'
import { inWords } from './calls'
import { OfflineError } from './offline'
import parts from './parts.module.css'
import styles from './toast.module.css'

/**
 * Says that a link was not followed because the browser is offline. Forms say it themselves. It has a look of its own: a
 * style sheet shared with customers' pages would be bundled with the dashboard's, and be loaded before Mantine's.
 */
export function OfflineNotice() {
  if (!useOfflineGuard({ forms: false })) return null
  return (
    <div className={styles.place}>
      <div className={styles.toast}>
        <p role="alert" className={`${styles.text} ${parts.problem}`}>
          {inWords(new OfflineError())}
        </p>
      </div>
    </div>
  )
}
