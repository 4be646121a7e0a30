import type { ReactNode } from 'react'
import { BrandLink } from '../brand-link'
import { OfflineGuard } from '../offline-guard'
import styles from './signin.module.css'

/** A page about signing in, with one centred form or message. */
export function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <BrandLink />
        <h1>{title}</h1>
        {children}
      </main>
      <OfflineGuard text="You are offline. Nothing was sent. Try again when you are online." />
    </div>
  )
}
