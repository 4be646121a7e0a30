import type { ReactNode } from 'react'
import styles from './message.module.css'

/** A message to a customer, followed by what to do. */
export function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.message}>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
