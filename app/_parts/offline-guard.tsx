'use client'

import styles from './offline-guard.module.css'
import { useOfflineGuard } from './use-offline-guard'

/** Shows `text`, which says that nothing was done, when a form or a link of the page was pressed offline. */
export function OfflineGuard({ text }: { text: string }) {
  if (!useOfflineGuard({ forms: true })) return null
  return (
    <p role="alert" className={styles.alert}>
      {text}
    </p>
  )
}
