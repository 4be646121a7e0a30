import { newReference } from '@/server/core/id'
import type { Owed } from '@/server/customer/owed'
import styles from './page.module.css'
import type { Words } from './words'

/** Pays an order with the default card. Each time the page is shown, the button pays once at most. */
export function PayButton({ owed: { order, amount }, words }: { owed: Owed; words: Words }) {
  return (
    <form method="post" action="/account/do/pay">
      <input type="hidden" name="order" value={order.id} />
      <input type="hidden" name="attempt" value={newReference()} />
      <input type="hidden" name="expected" value={amount.toString()} />
      <button type="submit" className={styles.strong}>
        {words.say('pay.button', { amount: words.money({ amount, currency: order.currency }) })}
      </button>
    </form>
  )
}
