import type { Metadata } from 'next'
import { Sheet } from '../../../_parts/signin/sheet'
import styles from '../../../_parts/signin/signin.module.css'

export const metadata: Metadata = { title: 'Check your inbox' }

/** The same page whether or not a link was sent. */
export default function SentPage() {
  return (
    <Sheet title="Check your inbox">
      <p className={styles.about}>
        If a Kassa user has that e-mail address, we have sent a link to it. The link works once and expires
        after one hour.
      </p>
      <p className={styles.about}>
        No e-mail after a few minutes? Check your spam folder or{' '}
        <a href="/signin/forgot">try another address</a>. We send at most five links an hour to an address.
      </p>
      <a href="/signin" className={styles.way}>
        Back to sign in
      </a>
    </Sheet>
  )
}
