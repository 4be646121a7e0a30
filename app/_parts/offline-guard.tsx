'use client'

import { useEffect, useState } from 'react'
import styles from './offline-guard.module.css'

/**
 * Stops the forms of a page from being submitted while the browser is offline and shows `text`, which says that nothing
 * was done. The browser's own error page would not say so.
 */
export function OfflineGuard({ text }: { text: string }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const hide = () => setShown(false)
    const guard = (event: SubmitEvent) => {
      setShown(!navigator.onLine)
      if (navigator.onLine) return
      event.preventDefault()
      // The page's own script must not submit it either.
      event.stopPropagation()
    }
    document.addEventListener('submit', guard, { capture: true })
    window.addEventListener('online', hide)
    return () => {
      document.removeEventListener('submit', guard, { capture: true })
      window.removeEventListener('online', hide)
    }
  }, [])
  if (!isShown) return null
  return (
    <p role="alert" className={styles.alert}>
      {text}
    </p>
  )
}
