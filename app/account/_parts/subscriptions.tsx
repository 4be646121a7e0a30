import type { Day } from '@/server/clock/calendar'
import { moneyIn } from '@/server/money/format'
import type { SubscriptionRow } from '@/server/subscription/queries'
import { scheduleInWords } from '@/server/subscription/words'
import styles from './page.module.css'
import { nearDay, titleOf, wholeDay } from './words'

interface Shown {
  today: Day
  locale: string
}

export function Subscriptions({
  subscriptions,
  ...shown
}: { subscriptions: readonly SubscriptionRow[] } & Shown) {
  return (
    <section className={styles.section} aria-labelledby="subscriptions">
      <h2 id="subscriptions">Subscriptions</h2>
      {subscriptions.length === 0 && <p className={styles.none}>You have no subscriptions.</p>}
      <ul className={`${styles.list} ${styles.stacked}`}>
        {subscriptions.map((subscription) => (
          <Row key={subscription.id} subscription={subscription} {...shown} />
        ))}
      </ul>
    </section>
  )
}

function Row({ subscription, today, locale }: { subscription: SubscriptionRow } & Shown) {
  const { amount, currency, schedule, start } = subscription
  return (
    <li>
      <div>
        <strong>{titleOf(subscription)}</strong>
        <span>
          {moneyIn(locale, amount, currency)} {scheduleInWords(schedule, start)}
        </span>
      </div>
      <div className={styles.right}>
        <Next subscription={subscription} today={today} locale={locale} />
      </div>
    </li>
  )
}

/** What comes next, and when; of one that pays no more when it ended. */
function Next({ subscription: { due, end }, ...shown }: { subscription: SubscriptionRow } & Shown) {
  const { today } = shown
  if (due === null && end === null) return <span>Ended</span>
  const isOver = end !== null && (due === null ? end <= today : end < today)
  return (
    <>
      {due !== null && (
        <span>
          {due < today ? 'Was due' : 'Next payment'} <On day={due} {...shown} />
        </span>
      )}
      {end !== null && (
        <span>
          {isOver ? 'Ended' : 'Ends'} <On day={end} {...shown} />
        </span>
      )}
    </>
  )
}

const On = ({ day, today, locale }: { day: Day } & Shown) => (
  <time dateTime={day} title={wholeDay(day, locale)}>
    {nearDay(day, today, locale)}
  </time>
)
