'use client'

import { useEffect, useState } from 'react'
import styles from './page.module.css'

/** Without a script there is no button that could print: the browser's own does. */
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
