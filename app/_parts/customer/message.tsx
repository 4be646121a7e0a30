import type { ReactNode } from 'react'
import styles from './message.module.css'

/** One thing said to a customer, and below it what to do now. */
export function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.message}>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
