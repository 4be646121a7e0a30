import { runningFirst } from '@/server/model/subscription/running-first'
import { readAccount } from '@/server/store/accounts'
import { Page } from '../../_parts/customer/page'
import styles from '../../_parts/customer/page.module.css'
import { accountMetadata } from '../../_parts/customer/page-metadata'
import { SubscriptionList, subscriptionsAtATime } from '../../_parts/customer/subscriptions'
import { accountPage, type Query, single } from '../../_parts/customer/visit'

export const generateMetadata = () => accountMetadata('subscriptions.title')

const path = '/account/subscriptions'

/** All subscriptions of an account, page by page. */
export default async function SubscriptionsPage({ searchParams }: { searchParams: Query }) {
  const wanted = pageIn(single((await searchParams).page))
  const here = addressOf(wanted)
  return accountPage(here, async (visit) => {
    const { context, accountId, words, today } = visit
    const { subscriptions, status } = await readAccount(context, accountId)
    const { say } = words
    const page = Math.min(wanted, Math.max(1, Math.ceil(subscriptions.length / subscriptionsAtATime)))
    const end = page * subscriptionsAtATime
    const shown = runningFirst(subscriptions).slice(end - subscriptionsAtATime, end)
    return (
      <Page visit={visit} path={here} title={say('subscriptions.title')}>
        {shown.length === 0 && <p className={styles.lead}>{say('subscriptions.none')}</p>}
        {shown.length > 0 && (
          <SubscriptionList
            subscriptions={shown}
            today={today}
            words={words}
            isSuspended={status === 'suspended'}
          />
        )}
        {(page > 1 || end < subscriptions.length) && (
          <p className={styles.more}>
            {page > 1 && <a href={path}>{say('subscriptions.first')}</a>}
            {end < subscriptions.length && <a href={addressOf(page + 1)}>{say('subscriptions.next')}</a>}
          </p>
        )}
      </Page>
    )
  })
}

const addressOf = (page: number): string => (page === 1 ? path : `${path}?page=${page}`)

/** The page of an address: the first one if there is none, or no number. */
const pageIn = (text: string | undefined): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1)
