import type { Transaction } from '@/db/client'
import { addressesOf, announceOrders } from '../callback/write'
import type { Context } from '../core/context'
import { claimMail } from '../mail/limit'
import { writeMails } from '../mail/write'
import type { NewMail } from '../model/mail'
import { emailsOf } from '../store/accounts'
import { type EventRow, type OrderRow, withEvents } from '../store/orders'
import { mailOf } from './payment-mail'

/** An order as its latest event left it. */
export interface RecordedEvent {
  order: OrderRow
  event: EventRow
}

/** Writes the callbacks and mails for the latest events of orders, in the transaction that records the events. */
export async function notify(
  context: Context,
  tx: Transaction,
  recorded: readonly RecordedEvent[],
): Promise<void> {
  await Promise.all([writeCallbacks(context, tx, recorded), mailPayers(context, tx, recorded)])
}

async function writeCallbacks(
  context: Context,
  tx: Transaction,
  recorded: readonly RecordedEvent[],
): Promise<void> {
  const { merchant } = context
  const listened = recorded.filter(({ order }) => addressesOf(merchant, order.callback).length > 0)
  const orders = await withEvents(
    tx,
    merchant.id,
    listened.map(({ order }) => order),
  )
  await announceOrders(context, tx, orders)
}

async function mailPayers(
  context: Context,
  tx: Transaction,
  recorded: readonly RecordedEvent[],
): Promise<void> {
  const payers = recorded.flatMap(({ order, event }) =>
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
  const mails = payers.flatMap(({ order, event }) => {
    const to = emails.get(order.accountId)
    return (to && mailOf(order, event, to.email)) || []
  })
  const unconfirmed = new Set([...emails].flatMap(([id, { confirmed }]) => (confirmed ? [] : [id])))
  await writeMails(context, tx, await withinLimit(context, tx, mails, unconfirmed))
}

/**
 * Leaves out mails to unconfirmed accounts whose address has reached its hourly limit: anyone may have created such
 * an account with anyone's address. Addresses are checked in a fixed order, because each is locked until the
 * transaction ends.
 */
async function withinLimit(
  context: Context,
  tx: Transaction,
  mails: readonly NewMail[],
  unconfirmed: ReadonlySet<string>,
): Promise<NewMail[]> {
  const known = mails.filter(({ accountId }) => !unconfirmed.has(accountId ?? ''))
  const others = mails.filter(({ accountId }) => unconfirmed.has(accountId ?? ''))
  for (const mail of others.toSorted((a, b) => (a.to < b.to ? -1 : 1))) {
    if ('id' in (await claimMail(context, tx, mail.to))) known.push(mail)
  }
  return known
}
