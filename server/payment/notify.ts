import { insertMany } from '@/db/many'
import { callbackDelivery } from '@/db/schema'
import { addressesOf, callbacksOfOrder } from '../callback/write'
import type { InTransaction } from '../core/context'
import { groupBy } from '../core/page'
import { insertLink } from '../link/create-link'
import { claimMail } from '../mail/limit'
import { writeMails } from '../mail/write-mails'
import type { NewMail, Recipient } from '../model/mail'
import { recipientsOf } from '../store/accounts'
import { type EventRow, eventsOf, type OrderRow } from '../store/orders'
import { mailOf, mailOfApproval, needsApproval } from './payment-mail'

/** An order as one of its events left it. */
export interface RecordedEvent {
  order: OrderRow
  event: EventRow
}

/** Writes the callbacks and mails for new events of orders, in the transaction that records the events. */
export async function notify(context: InTransaction, recorded: readonly RecordedEvent[]): Promise<void> {
  await Promise.all([writeCallbacks(context, recorded), mailPayers(context, recorded)])
}

async function writeCallbacks(context: InTransaction, recorded: readonly RecordedEvent[]): Promise<void> {
  const { merchant } = context
  const listened = recorded.filter(({ order }) => addressesOf(merchant, order.callback).length > 0)
  const events = groupBy(
    await eventsOf(
      context,
      listened.map(({ order }) => order.id),
    ),
    ({ orderId }) => orderId,
  )
  await insertMany(
    context.db,
    callbackDelivery,
    listened.flatMap(({ order, event }) => {
      const until = (events.get(order.id) ?? []).filter(({ sequence }) => sequence <= event.sequence)
      return callbacksOfOrder(merchant, { ...order, events: until })
    }),
  )
}

async function mailPayers(context: InTransaction, recorded: readonly RecordedEvent[]): Promise<void> {
  const reported = recorded.filter(({ event }) => event.type !== 'order' && event.type !== 'cancel')
  const accountIds = reported.flatMap(({ order }) => order.accountId ?? [])
  if (accountIds.length === 0) return
  const recipients = await recipientsOf(context, accountIds)
  const written = await Promise.all(
    reported.map(async ({ order, event }) => {
      const recipient = recipients.get(order.accountId ?? '')?.recipient
      if (!recipient) return undefined
      return needsApproval(order, event)
        ? askForApproval(context, order, recipient)
        : mailOf(order, event, recipient)
    }),
  )
  const mails = written.filter((mail) => mail !== undefined)
  const unconfirmed = new Set([...recipients].flatMap(([id, { confirmed }]) => (confirmed ? [] : [id])))
  await writeMails(context, await withinLimit(context, { mails, unconfirmed }))
}

/** Asks a customer to approve a payment, with a login link that leads to the order. */
async function askForApproval(
  context: InTransaction,
  order: OrderRow,
  recipient: Recipient,
): Promise<NewMail | undefined> {
  const { origin: _, ...own } = context
  const way = `/account/orders/${order.id}`
  const { accountId, to: contact } = recipient
  const { url, row } = await insertLink(own, { accountId, contact, way })
  return mailOfApproval(order, { recipient, url, expires: row.expires })
}

/**
 * Leaves out mails to unconfirmed accounts whose address has reached its hourly limit: anyone may have created such
 * an account with anyone's address. Addresses are checked in a fixed order, because each is locked until the
 * transaction ends.
 */
async function withinLimit(
  context: InTransaction,
  { mails, unconfirmed }: { mails: readonly NewMail[]; unconfirmed: ReadonlySet<string> },
): Promise<NewMail[]> {
  const known = mails.filter(({ accountId }) => !unconfirmed.has(accountId ?? ''))
  const others = mails.filter(({ accountId }) => unconfirmed.has(accountId ?? ''))
  for (const mail of others.toSorted((a, b) => (a.to < b.to ? -1 : 1))) {
    if ('id' in (await claimMail(context, mail.to))) known.push(mail)
  }
  return known
}
