import type { Merchant } from '@/db/schema'
import forms from '../forms.module.css'
import styles from './message.module.css'
import type { Words } from './words'

interface Shown {
  merchant: Merchant | undefined
  words: Words
  /** The requested page, which the link will lead to. */
  way?: string
}

/** Asks for the e-mail address to send a link to. */
export function AddressForm({
  merchant,
  words: { say },
  way,
  action = say('login.again'),
}: Shown & { action?: string }) {
  return (
    <form method="post" action="/login/again" className={styles.form}>
      {merchant && <input type="hidden" name="merchant" value={merchant.id} />}
      {way && <input type="hidden" name="to" value={way} />}
      <div className={forms.field}>
        <label htmlFor="email">{say('login.email')}</label>
        <input id="email" name="email" type="email" autoComplete="email" maxLength={320} required />
      </div>
      <button type="submit" className={forms.action}>
        {action}
      </button>
    </form>
  )
}

/** Sends a link to replace the one with this key. The key identifies the account. */
export function RenewForm({ merchant, words, linkKey }: Shown & { linkKey: string }) {
  return (
    <form method="post" action="/login/again" className={styles.form}>
      {merchant && <input type="hidden" name="merchant" value={merchant.id} />}
      <input type="hidden" name="key" value={linkKey} />
      <button type="submit" className={forms.action}>
        {words.say('login.again')}
      </button>
    </form>
  )
}

/** Uses a link. */
export function ContinueForm({ words, linkKey }: { words: Words; linkKey: string }) {
  return (
    <form method="post" action="/login/continue" className={styles.form}>
      <input type="hidden" name="key" value={linkKey} />
      <button type="submit" className={forms.action}>
        {words.say('login.go')}
      </button>
    </form>
  )
}
