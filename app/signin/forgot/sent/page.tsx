import type { Metadata } from 'next'
import { Sheet } from '../../../_parts/signin/sheet'
import styles from '../../../_parts/signin/signin.module.css'

export const metadata: Metadata = { title: 'Look in your inbox' }

/** The same for everybody who asked, whether or not a link was sent. */
export default function SentPage() {
  return (
    <Sheet title="Look in your inbox">
      <p className={styles.about}>
        If you sign in with that e-mail address, a link is on its way. It works once, for one hour.
      </p>
      <p className={styles.about}>
        Nothing there after a few minutes? Look among the spam, or{' '}
        <a href="/signin/forgot">try another address</a>. An address gets five links an hour at most.
      </p>
      <a href="/signin" className={styles.way}>
        Back to signing in
      </a>
    </Sheet>
  )
}
