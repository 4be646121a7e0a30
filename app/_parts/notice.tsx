import type { ReactNode } from 'react'
import { BrandLink } from './brand-link'
import styles from './notice.module.css'

/** A page with one message: what happened and what to do. */
export function Notice({ title, children, actions }: NoticeProps) {
  return (
    <div className={styles.page}>
      <main className={styles.notice}>
        <BrandLink />
        <h1>{title}</h1>
        {children}
        <div className={styles.actions}>{actions}</div>
      </main>
    </div>
  )
}

interface NoticeProps {
  title: string
  children: ReactNode
  actions: ReactNode
}
