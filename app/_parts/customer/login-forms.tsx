import type { Merchant } from '@/db/schema'
import forms from '../forms.module.css'
import styles from './message.module.css'
import type { Words } from './words'

/** Asks for the e-mail address to send a link to. `returnPath` is the requested page, which the link will lead to. */
export function AddressForm({
  merchant,
  words: { say },
  returnPath,
  action = say('login.again'),
}: {
  merchant: Merchant | undefined
  words: Words
  returnPath?: string
  action?: string
}) {
  return (
    <form method="post" action="/login/again" className={styles.form}>
      {merchant && <input type="hidden" name="merchant" value={merchant.id} />}
      {returnPath && <input type="hidden" name="to" value={returnPath} />}
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

/** A button that posts the key of a link. */
export const KeyForm = ({
  action,
  merchant,
  linkKey,
  text,
}: {
  action: string
  merchant?: Merchant | undefined
  linkKey: string
  text: string
}) => (
  <form method="post" action={action} className={styles.form}>
    {merchant && <input type="hidden" name="merchant" value={merchant.id} />}
    <input type="hidden" name="key" value={linkKey} />
    <button type="submit" className={forms.action}>
      {text}
    </button>
  </form>
)
