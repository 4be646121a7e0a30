'use client'

import { Notice } from './_parts/notice'
import styles from './_parts/notice.module.css'

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  return (
    <Notice
      title="Something went wrong on our side"
      actions={
        <button type="button" onClick={reset} className={styles.action}>
          Try again
        </button>
      }
    >
      <p>The page could not be displayed. This error did not charge or change anything.</p>
      {error.digest && <p className={styles.code}>Reference {error.digest}</p>}
    </Notice>
  )
}
