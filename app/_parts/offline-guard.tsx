'use client'

import { useEffect, useState } from 'react'
import styles from './offline-guard.module.css'

/**
 * Keeps every form of a page from being sent while the browser is offline, and says so: the browser's own page in its
 * place would leave people wondering what was done. `text` says that nothing was.
 */
export function OfflineGuard({ text }: { text: string }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const hide = () => setShown(false)
    const guard = (event: SubmitEvent) => {
      setShown(!navigator.onLine)
      if (navigator.onLine) return
      event.preventDefault()
      // The page's own script must not send it either.
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
