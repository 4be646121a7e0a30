import { newReference } from '@/server/core/id'
import type { Owed } from '@/server/customer/owed'
import type { MethodRow } from '@/server/store/accounts'
import styles from './page.module.css'
import { ScriptedForm } from './scripted-form'
import type { Words } from './words'

/** Pays an order with a stored card. Each time the page is shown, the button pays once at most. */
export function PayButton({
  action = '/account/do/pay',
  owed: { order, amount },
  card,
  words,
  text = words.say('pay.button', { amount: words.money({ amount, currency: order.currency }) }),
  isMain = true,
}: {
  action?: string
  owed: Owed
  /** The default card, if the page names it: no other card is charged. */
  card?: MethodRow
  words: Words
  text?: string
  /** Whether it is what most people will press. */
  isMain?: boolean
}) {
  return (
    <ScriptedForm action={action} interrupted={words.say('frame.interrupted')} busy={words.say('new.busy')}>
      <input type="hidden" name="order" value={order.id} />
      <input type="hidden" name="attempt" value={newReference()} />
      <input type="hidden" name="expected" value={amount.toString()} />
      {card && <input type="hidden" name="card" value={card.id} />}
      <button type="submit" className={isMain ? styles.strong : styles.quiet}>
        {text}
      </button>
    </ScriptedForm>
  )
}
