import { factsOf } from '@/server/customer/order-facts'
import { requireOwnOrder } from '@/server/customer/orders'
import { owedFor, owedSums } from '@/server/customer/owed'
import { disputesOf } from '@/server/settlement/disputes'
import { readAccount } from '@/server/store/accounts'
import { Documents } from '../../../_parts/customer/documents'
import listed from '../../../_parts/customer/list.module.css'
import { OrderDetails } from '../../../_parts/customer/order-details'
import { Facts } from '../../../_parts/customer/order-list'
import { orderTitle } from '../../../_parts/customer/order-words'
import { Page } from '../../../_parts/customer/page'
import { accountMetadata } from '../../../_parts/customer/page-metadata'
import { orderNotes, trueNote } from '../../../_parts/customer/true-note'
import { accountPage, type Query, single } from '../../../_parts/customer/visit'
import { OrderActivity } from './order-activity'
import { Pay } from './pay'

export const generateMetadata = async ({ searchParams }: { searchParams: Query }) =>
  accountMetadata('receipt.title', single((await searchParams).merchant))

/** An order: payment while it is due, its documents, what was ordered, and its activity. */
export default async function OrderPage({
  params,
  searchParams,
}: {
  params: Promise<{ orderId: string }>
  searchParams: Query
}) {
  const { orderId } = await params
  const query = await searchParams
  const note = single(query.note)
  const path = `/account/orders/${orderId}`
  return accountPage(
    path,
    async (visit) => {
      const { context, accountId, words } = visit
      const { say } = words
      const [order, disputes, { methods, subscriptions }, owed] = await Promise.all([
        requireOwnOrder(context, { accountId, orderId }),
        disputesOf(context, orderId),
        readAccount(context, accountId),
        owedSums(context, accountId),
      ])
      const [unpaid, allFacts] = await Promise.all([owedFor(context, order), factsOf(context, [order])])
      const facts = allFacts.get(order.id) ?? []
      const isPaid = facts.some(({ kind }) => kind === 'paid')
      return (
        <Page
          visit={visit}
          path={path}
          title={orderTitle(words, order, subscriptions)}
          note={trueNote(note, orderNotes({ isPaid, unpaid }))}
          back={{ to: '/account/orders', text: say('orders.title') }}
        >
          <p className={listed.facts}>
            <Facts facts={facts} currency={order.currency} words={words} />
          </p>
          {unpaid && (
            <Pay unpaid={unpaid} owed={owed} methods={methods} subscriptions={subscriptions} visit={visit} />
          )}
          <Documents order={order} visit={visit} />
          <OrderDetails
            order={order}
            subscription={subscriptions.find(({ id }) => id === order.subscriptionId)}
            words={words}
          />
          <OrderActivity order={order} disputes={disputes} words={words} />
        </Page>
      )
    },
    single(query.merchant),
  )
}
