import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { BrandLink } from '../_parts/brand-link'
import styles from './_parts/outbox.module.css'

export const metadata: Metadata = {
  title: { default: 'Outbox', template: '%s · Outbox · Kassa' },
  description: 'E-mails sent to customers of this installation.',
  robots: { index: false, follow: false },
}

export default function OutboxLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <BrandLink />
        <a href="/outbox" className={styles.where}>
          Outbox
        </a>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  )
}
