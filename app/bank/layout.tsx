import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import forms from '../_parts/forms.module.css'
import styles from './_parts/bank.module.css'

export const metadata: Metadata = {
  title: { default: 'Verify your payment · Test Bank', template: '%s · Test Bank' },
  description: 'A simulated bank for testing 3-D Secure.',
  robots: { index: false, follow: false },
}

export default function BankLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <header className={styles.head}>
          <span className={styles.bank}>
            <BankMark /> Test Bank
          </span>
          <span className={forms.tag}>Simulated</span>
        </header>
        <main className={styles.main}>{children}</main>
        <footer className={styles.foot}>This is not a real bank. No real money moves.</footer>
      </div>
    </div>
  )
}

function BankMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path
        d="M2.5 8 10 3.5 17.5 8M3 16.5h14M5 8.5v6M8.4 8.5v6M11.6 8.5v6M15 8.5v6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
