import { factsOf } from '@/server/customer/order-facts'
import { isDay } from '@/server/model/calendar'
import { firstDateFrom } from '@/server/model/subscription/dates'
import { termsOn } from '@/server/model/subscription/planned-change'
import { scheduleInWords } from '@/server/model/subscription/schedule-in-words'
import { continuesAfterPause, isOver } from '@/server/model/subscription/terms'
import { readAccount } from '@/server/store/accounts'
import { requireSubscription } from '@/server/store/subscriptions'
import { hashOfTerms } from '@/server/subscription/expected-terms'
import { datedOrders } from '@/server/subscription/orders'
import lists from '../../../_parts/customer/list.module.css'
import { OrderList } from '../../../_parts/customer/order-list'
import { Page } from '../../../_parts/customer/page'
import styles from '../../../_parts/customer/page.module.css'
import { accountMetadata } from '../../../_parts/customer/page-metadata'
import { NextPaymentOrEnd } from '../../../_parts/customer/subscriptions'
import { subscriptionNotes, trueNote } from '../../../_parts/customer/true-note'
import { accountPage, type Query, single } from '../../../_parts/customer/visit'
import { FactList } from '../../../_parts/fact-list'

export const generateMetadata = () => accountMetadata('subscription.plain')

const pageLength = 12

/** A subscription: what it contains, its next charge and its past charges. */
export default async function SubscriptionPage({
  params,
  searchParams,
}: {
  params: Promise<{ subscriptionId: string }>
  searchParams: Query
}) {
  const { subscriptionId } = await params
  const query = await searchParams
  const path = `/account/subscriptions/${subscriptionId}`
  const asked = single(query.before)
  const before = asked !== undefined && isDay(asked) ? asked : undefined
  return accountPage(path, async (visit) => {
    const { context, accountId, words, today } = visit
    const { say } = words
    const [subscription, { methods, status }, orders] = await Promise.all([
      requireSubscription(context, { accountId, id: subscriptionId }),
      readAccount(context, accountId),
      datedOrders(context, { accountId, subscriptionId, before, limit: pageLength + 1 }),
    ])
    const { amount, currency, schedule, start, end, number, due, ending, planned } = subscription
    const changed = termsOn(subscription, end ?? planned?.from ?? start)
    const changeDay = planned ? (firstDateFrom(subscription, planned.from) ?? planned.from) : start
    const isRepriced = changed.amount !== amount || changed.currency !== currency
    const isSuspended = status === 'suspended'
    const isPaused = isSuspended && continuesAfterPause(subscription, today)
    const shown = orders.slice(0, pageLength)
    const orderFacts = await factsOf(context, shown)
    const oldest = shown.at(-1)?.due
    const [card] = methods
    const facts = [
      [say('subscription.amount'), `${words.money({ amount, currency })} ${say('subscription.withVat')}`],
      isRepriced &&
        ([
          say('subscription.amountFrom', { day: words.day(changeDay) }),
          `${words.money(changed)} ${say('subscription.withVat')}`,
        ] as const),
      [say('subscription.howOften'), scheduleInWords(schedule, start, words.language)],
      changed.schedule !== schedule &&
        ([
          say('subscription.howOftenFrom', { day: words.day(planned?.from ?? start) }),
          scheduleInWords(changed.schedule, start, words.language),
        ] as const),
      [say(start > today ? 'subscription.starts' : 'subscription.started'), words.day(start)],
      number !== null && ([say('subscription.number'), number] as const),
      [say('subscription.card'), card ? words.card(card) : say('subscription.noCard')],
    ] as const
    return (
      <Page
        visit={visit}
        path={path}
        title={words.title(subscription)}
        note={trueNote(single(query.note), subscriptionNotes(subscription, today))}
      >
        <p className={`${styles.lead} ${lists.cell}`}>
          <NextPaymentOrEnd
            subscription={subscription}
            today={today}
            words={words}
            isSuspended={isSuspended}
          />
        </p>
        {isPaused && <p className={styles.none}>{say('subscription.pausedWhy')}</p>}
        <FactList facts={facts} className={styles.spaced} />
        {ending?.by === 'customer' && !isOver(subscription, today) && (
          <form method="post" action="/account/do/undo-end" className={styles.buttons}>
            <input type="hidden" name="subscription" value={subscriptionId} />
            <input type="hidden" name="terms" value={hashOfTerms(subscription)} />
            <button type="submit" className={styles.strong}>
              {say('subscription.undoEnd')}
            </button>
          </form>
        )}
        {due !== null && (
          <p className={styles.buttons}>
            <a href={`${path}/end`} className={styles.quiet}>
              {say('subscription.end')}
            </a>
          </p>
        )}
        <section className={styles.section} aria-labelledby="history">
          <h2 id="history">{say('subscription.history')}</h2>
          {shown.length === 0 && <p className={styles.none}>{say('subscription.noHistory')}</p>}
          <OrderList orders={shown} subscriptions={[subscription]} facts={orderFacts} words={words} />
          {(before || orders.length > pageLength) && (
            <p className={styles.more}>
              {before && <a href={path}>{say('orders.newest')}</a>}
              {orders.length > pageLength && oldest && (
                <a href={`${path}?before=${oldest}`}>{say('orders.older')}</a>
              )}
            </p>
          )}
        </section>
      </Page>
    )
  })
}
