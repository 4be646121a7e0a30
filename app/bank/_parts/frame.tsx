import type { ReactNode } from 'react'
import { Languages } from '../../_parts/customer/languages'
import type { Words } from '../../_parts/customer/words'
import forms from '../../_parts/forms.module.css'
import styles from './bank.module.css'

/** The frame of the bank's pages. `path`: the page to return to when another language is chosen. */
export const Frame = ({ words, path, children }: { words: Words; path: string; children: ReactNode }) => (
  <div className={styles.page}>
    <div className={styles.card}>
      <header className={styles.head}>
        <span className={styles.bank}>
          <BankMark /> Test Bank
        </span>
        <span className={forms.tag}>{words.say('bank.simulated')}</span>
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={styles.foot}>
        <p>{words.say('bank.notReal')}</p>
        <Languages words={words} path={path} />
      </footer>
    </div>
  </div>
)

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
