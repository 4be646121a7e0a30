import type { Context } from '@/server/core/context'
import { factsOf } from '@/server/customer/order-facts'
import { hasCode } from '@/server/model/errors'
import { listOrders } from '@/server/order/list-orders'
import { subscriptionsOf } from '@/server/store/subscriptions'
import { OrderList } from '../../_parts/customer/order-list'
import { Page } from '../../_parts/customer/page'
import styles from '../../_parts/customer/page.module.css'
import { accountMetadata } from '../../_parts/customer/page-metadata'
import { accountPage, type Query, single } from '../../_parts/customer/visit'

export const generateMetadata = () => accountMetadata('orders.title')

const path = '/account/orders'
const pageLength = 20

export default async function OrdersPage({ searchParams }: { searchParams: Query }) {
  const after = single((await searchParams).after)
  const here = after === undefined ? path : `${path}?after=${encodeURIComponent(after)}`
  return accountPage(here, async (visit) => {
    const { context, accountId, words } = visit
    const { say } = words
    const { rows, next } = await pageOf(context, accountId, after)
    const [facts, subscriptions] = await Promise.all([
      factsOf(context, rows),
      subscriptionsOf(context, [accountId]),
    ])
    return (
      <Page visit={visit} path={here} title={say('orders.title')}>
        {rows.length === 0 && (
          <p className={styles.lead}>{say(after === undefined ? 'orders.none' : 'orders.noMore')}</p>
        )}
        <OrderList orders={rows} subscriptions={subscriptions} facts={facts} words={words} />
        {(after !== undefined || next) && (
          <p className={styles.more}>
            {after !== undefined && <a href={path}>{say('orders.newest')}</a>}
            {next && <a href={`${path}?after=${encodeURIComponent(next)}`}>{say('orders.older')}</a>}
          </p>
        )}
      </Page>
    )
  })
}

/** Returns a page of the list: the first one for a malformed cursor. */
async function pageOf(context: Context, accountId: string, after: string | undefined) {
  const query = { limit: pageLength, account: accountId }
  try {
    return await listOrders(context, { ...query, after })
  } catch (error) {
    if (hasCode(error, 'cursor.invalid')) return listOrders(context, query)
    throw error
  }
}
