import type { Merchant } from '@/server/merchant/merchant'
import styles from '../account/_parts/message.module.css'

/** Asks for the address to send a link to. */
export function AddressForm({
  merchant,
  action = 'Send me a new link',
}: {
  merchant: Merchant | undefined
  action?: string
}) {
  return (
    <form method="post" action="/login/again" className={styles.form}>
      {merchant && <input type="hidden" name="merchant" value={merchant.id} />}
      <label htmlFor="email">E-mail address</label>
      <input id="email" name="email" type="email" autoComplete="email" maxLength={320} required />
      <button type="submit" className={styles.action}>
        {action}
      </button>
    </form>
  )
}

/** Sends a link in place of the one whose key this is, which tells the account. */
export function RenewForm({ merchant, linkKey }: { merchant: Merchant; linkKey: string }) {
  return (
    <form method="post" action="/login/again" className={styles.form}>
      <input type="hidden" name="merchant" value={merchant.id} />
      <input type="hidden" name="key" value={linkKey} />
      <button type="submit" className={styles.action}>
        Send me a new link
      </button>
    </form>
  )
}

/** Uses a link up. */
export function ContinueForm({ linkKey }: { linkKey: string }) {
  return (
    <form method="post" action="/login/continue" className={styles.form}>
      <input type="hidden" name="key" value={linkKey} />
      <button type="submit" className={styles.action}>
        Continue
      </button>
    </form>
  )
}
