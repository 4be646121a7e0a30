import type { ReactNode } from 'react'
import { type Owed, willBeDeclined } from '@/server/customer/owed'
import type { MethodRow } from '@/server/store/accounts'
import type { SubscriptionRow } from '@/server/store/subscriptions'
import styles from './action-needed.module.css'
import { givenUpInWords, whyUnpaid } from './due-words'
import { newCardLink } from './new-card-link'
import { cardTrouble, type NextPayment } from './next-payment'
import { orderTitle } from './order-words'
import parts from './page.module.css'
import { PayButton } from './pay-button'
import type { Visit } from './visit'

/** Problems that only the customer can solve, each with its button. */
export function ActionNeeded({
  visit,
  owed,
  card,
  next,
  subscriptions,
}: {
  visit: Visit
  owed: readonly Owed[]
  /** The default card, which payments are charged to. */
  card: MethodRow | undefined
  next: NextPayment | undefined
  /** All of the account. */
  subscriptions: readonly SubscriptionRow[]
}) {
  const trouble = next && owed.length === 0 && <CardTrouble visit={visit} card={card} next={next} />
  if (owed.length === 0 && !trouble) return null
  return (
    <section className={styles.needs} aria-label={visit.words.say('need.title')}>
      {owed.map((each) => (
        <Unpaid key={each.order.id} owed={each} visit={visit} card={card} subscriptions={subscriptions} />
      ))}
      {trouble}
    </section>
  )
}

function Unpaid({
  owed,
  visit,
  card,
  subscriptions,
}: {
  owed: Owed
  visit: Visit
  card: MethodRow | undefined
  subscriptions: readonly SubscriptionRow[]
}) {
  const { words, today } = visit
  const { say } = words
  const { order, isRunning, needsApproval } = owed
  const amount = words.money({ amount: owed.amount, currency: order.currency })
  const page = `/account/orders/${order.id}`
  const what = orderTitle(words, order, subscriptions)
  const when = words.near(order.due ?? today, today)
  const about = <a href={page}>{say('need.what', { what, when })}</a>
  if (needsApproval) {
    return (
      <Need
        title={say('fact.approval', { amount })}
        action={
          <a href={`${page}/approve`} className={parts.strong}>
            {say('approve.button')}
          </a>
        }
      >
        {about} {say('approve.title')}. {say('approve.why')}
      </Need>
    )
  }
  if (isRunning) {
    return <Need title={say('need.running', { amount })}>{say('need.runningWhy')}</Need>
  }
  const isGivenUp = order.denied > 0n
  return (
    <Need
      title={isGivenUp ? say('need.denied', { amount }) : say('need.failed', { amount })}
      action={
        card && !willBeDeclined(owed, card) ? (
          <>
            <PayButton owed={owed} words={words} />
            <a href={newCardLink('/account')} className={parts.link}>
              {say('need.otherCard')}
            </a>
          </>
        ) : (
          <a href={newCardLink('/account')} className={parts.strong}>
            {say('need.payNew', { amount })}
          </a>
        )
      }
    >
      {about} {whyUnpaid(owed, words)}{' '}
      {isGivenUp
        ? givenUpInWords(words, subscriptions, today)
        : order.retryOn && <b>{say('need.next', { when: words.near(order.retryOn, today) })}</b>}
    </Need>
  )
}

function CardTrouble({
  visit: { words, today },
  card,
  next,
}: {
  visit: Visit
  card: MethodRow | undefined
  next: NextPayment
}) {
  const { say } = words
  const trouble = cardTrouble(card, { due: next.day, today })
  if (trouble === undefined) return null
  const about = { amount: words.sums(next.sums), when: words.near(next.day, today) }
  const add = (text: string) => (
    <a href="/account/cards/new" className={parts.strong}>
      {text}
    </a>
  )
  if (!card) {
    return (
      <Need title={say('need.noCard')} action={add(say('need.addCard'))}>
        {say('need.noCardWhy', about)}
      </Need>
    )
  }
  const named = { card: words.card(card) }
  return (
    <Need
      title={trouble === 'expired' ? say('need.expired', named) : say('need.expires', named)}
      action={add(say('need.addNewCard'))}
    >
      {say('need.expiresWhy', about)}
    </Need>
  )
}

function Need({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.need}>
      <h2>{title}</h2>
      <p>{children}</p>
      {action && <div className={parts.buttons}>{action}</div>}
    </div>
  )
}
