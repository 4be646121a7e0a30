import { redirect } from 'next/navigation'
import { termsOn } from '@/server/model/subscription/planned-change'
import { lastPaidDay } from '@/server/model/subscription/terms'
import { readAccount } from '@/server/store/accounts'
import { requireSubscription } from '@/server/store/subscriptions'
import { unpaidOf } from '@/server/subscription/unpaid-orders'
import { merchantName } from '../../../../_parts/customer/frame'
import { Page } from '../../../../_parts/customer/page'
import styles from '../../../../_parts/customer/page.module.css'
import { accountMetadata } from '../../../../_parts/customer/page-metadata'
import { accountPage } from '../../../../_parts/customer/visit'
import { unpaidInWords } from './unpaid-words'

export const generateMetadata = () => accountMetadata('subscription.end')

/** Explains what happens when a subscription ends, and has the button that ends it. */
export default async function EndPage({ params }: { params: Promise<{ subscriptionId: string }> }) {
  const { subscriptionId } = await params
  const about = `/account/subscriptions/${subscriptionId}`
  return accountPage(`${about}/end`, async (visit) => {
    const { context, accountId, merchant, words, today } = visit
    const { say } = words
    const [subscription, { customer, status, methods }, owed] = await Promise.all([
      requireSubscription(context, { accountId, id: subscriptionId }),
      readAccount(context, accountId),
      unpaidOf(context, [accountId]),
    ])
    const { due } = subscription
    // It has ended, or will without another payment.
    if (due === null) redirect(about)
    const last = (status === 'suspended' ? null : lastPaidDay(subscription, today)) ?? today
    const unpaid = owed.filter((order) => order.subscriptionId === subscriptionId)
    const points = [
      last > today ? say('subscription.endLater', { day: words.day(last) }) : say('subscription.endNow'),
      // A paused subscription is not charged for dates that have passed.
      ...(due < today
        ? []
        : [
            say('subscription.endNext', {
              amount: words.money(termsOn(subscription, due)),
              when: words.near(due, today),
            }),
          ]),
      ...(unpaid.length > 0 ? [unpaidInWords(unpaid, { hasCard: methods.length > 0, words })] : []),
      ...(customer?.email ? [say('subscription.endMail', { email: customer.email })] : []),
      last > today
        ? say('subscription.endUndo')
        : say('subscription.endForGood', { shop: merchantName(merchant) }),
    ]
    const what = words.title(subscription)
    return (
      <Page
        visit={visit}
        path={`${about}/end`}
        title={say('subscription.endTitle', { what })}
        back={{ to: about, text: what }}
      >
        <ul className={styles.points}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <div className={styles.buttons}>
          <form method="post" action="/account/do/end-subscription">
            <input type="hidden" name="subscription" value={subscriptionId} />
            <input type="hidden" name="last" value={last} />
            <button type="submit" className={styles.danger}>
              {say(last > today ? 'subscription.endLaterButton' : 'subscription.endButton', {
                day: words.day(last),
              })}
            </button>
          </form>
          <a href={about} className={styles.quiet}>
            {say('subscription.keep')}
          </a>
        </div>
      </Page>
    )
  })
}
