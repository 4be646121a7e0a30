import type { Transaction } from '@/db/client'
import { emailsOf } from '../account/queries'
import { addressesOf, announceOrders } from '../callback/write'
import type { Context } from '../context'
import { writeMails } from '../mail/write'
import { mailOf } from './mail'
import { type EventRow, type OrderRow, withEvents } from './queries'

/** An order as its latest event left it. */
export interface Told {
  order: OrderRow
  event: EventRow
}

/** Writes who is told of the latest events of orders, in the transaction that made them: callbacks, and mail to payers. */
export async function tell(context: Context, tx: Transaction, told: readonly Told[]): Promise<void> {
  await Promise.all([announce(context, tx, told), mailPayers(context, tx, told)])
}

async function announce(context: Context, tx: Transaction, told: readonly Told[]): Promise<void> {
  const { merchant } = context
  const listened = told.filter(({ order }) => addressesOf(merchant, order.callback).length > 0)
  const orders = await withEvents(
    tx,
    merchant.id,
    listened.map(({ order }) => order),
  )
  await announceOrders(context, tx, orders)
}

async function mailPayers(context: Context, tx: Transaction, told: readonly Told[]): Promise<void> {
  const payers = told.flatMap(({ order, event }) =>
    order.accountId !== null && event.type !== 'order' && event.type !== 'cancel'
      ? [{ order: { ...order, accountId: order.accountId }, event }]
      : [],
  )
  if (payers.length === 0) return
  const emails = await emailsOf(
    tx,
    context.merchant.id,
    payers.map(({ order }) => order.accountId),
  )
  await writeMails(
    context,
    tx,
    payers.flatMap(({ order, event }) => {
      const to = emails.get(order.accountId)
      return (to && mailOf(order, event, to)) || []
    }),
  )
}
