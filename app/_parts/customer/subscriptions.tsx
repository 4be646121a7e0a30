import type { Day } from '@/server/model/calendar'
import { termsOn } from '@/server/model/subscription/planned-change'
import { runningFirst } from '@/server/model/subscription/running-first'
import { scheduleInWords } from '@/server/model/subscription/schedule-in-words'
import { continuesAfterPause, isOver } from '@/server/model/subscription/terms'
import type { SubscriptionRow } from '@/server/store/subscriptions'
import { nextPaymentInWords } from './due-words'
import styles from './list.module.css'
import parts from './page.module.css'
import type { Words } from './words'

interface ScheduleProps {
  today: Day
  words: Words
  /** Nothing is charged while a past order remains unpaid. */
  isSuspended: boolean
}

/** How many subscriptions a page shows. */
export const subscriptionsAtATime = 20

/** The first subscriptions of an account, and a link to the others. */
export function Subscriptions({
  subscriptions,
  ...shown
}: { subscriptions: readonly SubscriptionRow[] } & ScheduleProps) {
  const { say } = shown.words
  const first = runningFirst(subscriptions).slice(0, subscriptionsAtATime)
  return (
    <section className={parts.section} aria-labelledby="subscriptions">
      <h2 id="subscriptions">{say('subscriptions.title')}</h2>
      {subscriptions.length === 0 && <p className={parts.none}>{say('subscriptions.none')}</p>}
      {first.length > 0 && <SubscriptionList subscriptions={first} {...shown} />}
      {first.length < subscriptions.length && (
        <p className={parts.more}>
          <a href="/account/subscriptions">{say('subscriptions.all')}</a>
        </p>
      )}
    </section>
  )
}

export const SubscriptionList = ({
  subscriptions,
  ...shown
}: { subscriptions: readonly SubscriptionRow[] } & ScheduleProps) => (
  <ul className={`${styles.list} ${styles.stacked}`}>
    {subscriptions.map((subscription) => (
      <Row key={subscription.id} subscription={subscription} {...shown} />
    ))}
  </ul>
)

function Row({ subscription, ...shown }: { subscription: SubscriptionRow } & ScheduleProps) {
  const { words } = shown
  return (
    <li>
      <a href={`/account/subscriptions/${subscription.id}`} className={styles.row}>
        <span className={styles.cell}>
          <strong>{words.title(subscription)}</strong>
          <span>{priceOf(termsOn(subscription, subscription.due ?? shown.today), words)}</span>
        </span>
        <span className={`${styles.cell} ${styles.right}`}>
          <NextPaymentOrEnd subscription={subscription} {...shown} />
        </span>
      </a>
    </li>
  )
}

/** "249,00 kr every month on the last day": what the next payment costs. */
const priceOf = ({ amount, currency, schedule, start }: SubscriptionRow, words: Words): string =>
  words.say('subscription.price', {
    amount: words.money({ amount, currency }),
    schedule: scheduleInWords(schedule, start, words.language),
  })

/** When the next payment is due, and when the subscription ends or ended. */
export function NextPaymentOrEnd({
  subscription,
  today,
  words,
  isSuspended,
}: { subscription: SubscriptionRow } & ScheduleProps) {
  const { due, end } = subscription
  const { say } = words
  if (due === null && end === null) return <span>{say('subscription.ended')}</span>
  const isPaused = isSuspended && continuesAfterPause(subscription, today)
  return (
    <>
      {isPaused && <span className={styles.paused}>{say('subscription.paused')}</span>}
      {due !== null && !isSuspended && (
        <On day={due} words={words}>
          {nextPaymentInWords(words, due, today)}
        </On>
      )}
      {end !== null && (
        <On day={end} words={words}>
          {say(isOver(subscription, today) ? 'subscription.endedOn' : 'subscription.endsOn', {
            when: words.near(end, today),
          })}
        </On>
      )}
    </>
  )
}

const On = ({ day, words, children }: { day: Day; words: Words; children: string }) => (
  <time dateTime={day} title={words.day(day)}>
    {children}
  </time>
)
