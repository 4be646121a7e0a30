import { type Owed, willBeDeclined } from '@/server/customer/owed'
import type { Money } from '@/server/model/money/money'
import type { MethodRow } from '@/server/store/accounts'
import type { SubscriptionRow } from '@/server/store/subscriptions'
import { givenUpInWords, whyUnpaid } from '../../../_parts/customer/due-words'
import { newCardLink } from '../../../_parts/customer/new-card-link'
import { owedField } from '../../../_parts/customer/owed-field'
import styles from '../../../_parts/customer/page.module.css'
import { PayButton } from '../../../_parts/customer/pay-button'
import type { Visit } from '../../../_parts/customer/visit'

/** Pays an unpaid order with the default card, another card or a new one. */
export function Pay({
  unpaid,
  owed,
  methods,
  subscriptions,
  visit: { words, today },
}: {
  unpaid: Owed
  /** The sums that the account owes, by currency: choosing another card pays all of them. */
  owed: readonly Money[]
  methods: readonly MethodRow[]
  /** All of the account. */
  subscriptions: readonly SubscriptionRow[]
  visit: Visit
}) {
  const { say } = words
  const { order, isRunning, needsApproval } = unpaid
  if (needsApproval) {
    return (
      <section className={`${styles.section} ${styles.noPrint}`} aria-labelledby="approve">
        <h2 id="approve">{say('approve.title')}</h2>
        <p className={styles.lead}>{say('approve.why')}</p>
        <div className={styles.buttons}>
          <a href={`/account/orders/${order.id}/approve`} className={styles.strong}>
            {say('approve.button')}
          </a>
        </div>
      </section>
    )
  }
  if (isRunning) return <p className={styles.lead}>{say('need.runningWhy')}</p>
  const amount = words.money({ amount: unpaid.amount, currency: order.currency })
  const all = words.sums(owed)
  const [first, ...others] = methods
  const card = first && !willBeDeclined(unpaid, first) ? first : undefined
  return (
    <section className={`${styles.section} ${styles.noPrint}`} aria-labelledby="pay">
      <h2 id="pay">{say('pay.title', { amount })}</h2>
      <p className={styles.lead}>
        {whyUnpaid(unpaid, words)}{' '}
        {order.denied > 0n
          ? givenUpInWords(words, subscriptions, today)
          : order.retryOn && say('need.next', { when: words.near(order.retryOn, today) })}
      </p>
      {card && <p className={styles.lead}>{say('pay.with', { card: words.card(card) })}</p>}
      <div className={styles.buttons}>
        {card && <PayButton owed={unpaid} card={card} words={words} />}
        {others.map((other) => (
          <form key={other.id} method="post" action="/account/do/default-card">
            <input type="hidden" name="card" value={other.id} />
            <input type="hidden" name="order" value={order.id} />
            <input type="hidden" name="owed" value={owedField(owed)} />
            <button type="submit" className={styles.quiet}>
              {say('pay.otherButton', { amount: all, card: words.card(other) })}
            </button>
          </form>
        ))}
        <a href={newCardLink(`/account/orders/${order.id}`)} className={card ? styles.quiet : styles.strong}>
          {say('pay.new')}
        </a>
      </div>
      {others.length > 0 && <p className={styles.none}>{say('pay.other')}</p>}
    </section>
  )
}
