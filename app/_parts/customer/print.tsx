'use client'

import { useEffect, useState } from 'react'
import styles from './page.module.css'

/** Hidden without JavaScript: the button would do nothing, and the browser has its own print command. */
export function Print({ text }: { text: string }) {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  if (!isThere) return null
  return (
    <p className={`${styles.buttons} ${styles.noPrint}`}>
      <button type="button" className={styles.quiet} onClick={() => window.print()}>
        {text}
      </button>
    </p>
  )
}
