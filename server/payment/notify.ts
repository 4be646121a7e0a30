import { insertMany } from '@/db/many'
import { callbackDelivery } from '@/db/schema'
import { addressesOf, callbacksOfOrder, callbackTypeOf } from '../callback/write'
import type { InTransaction } from '../core/context'
import { groupBy } from '../core/group-by'
import { movedBefore } from '../document/vat-rate'
import { insertPaymentLinks, type NewPaymentLink, newPaymentLink } from '../link/payment-link'
import { claimDeclineMail, claimMail } from '../mail/limit'
import { writeMails } from '../mail/write-mails'
import type { NewMail } from '../model/mail'
import type { TakenUnits } from '../model/order/lines'
import type { PaymentCard } from '../model/order/records'
import { recipientsOf } from '../store/accounts'
import { callbackAddresses } from '../store/order-callbacks'
import { type EventRow, eventsOf, type OrderRow } from '../store/orders'
import { accountsToContinue } from '../store/subscriptions'
import { notifyTeam, notifyTeamOfMany } from '../team/notify-team'
import { isAskedOfPayer, isFailedPayment, mailOf } from './payment-mail'

/** An order as one of its events left it. */
export interface RecordedEvent {
  order: OrderRow
  event: EventRow
  /** The units that the event moved, if it consists of units. */
  units?: TakenUnits[] | null
  /** The stored card that was charged: an order does not name one that was only tried. */
  card?: PaymentCard | undefined
  /** Whether that card was only tried: the order's link does not pay with it. */
  isTried?: boolean
  /** The amount that the card service had accepted before. */
  accepted?: bigint | undefined
}

/** Writes the callbacks, e-mails and notifications for new events of orders, in the transaction that records them. */
export async function notify(context: InTransaction, recorded: readonly RecordedEvent[]): Promise<void> {
  await Promise.all([writeCallbacks(context, recorded), mailPayers(context, recorded)])
  for (const each of recorded) await notifyOfLateFailure(context, each)
  await notifyOfDeclines(context, recorded)
}

/** Notifies the team of an operation that failed after the card service had reported it as done or accepted. */
async function notifyOfLateFailure(
  context: InTransaction,
  { order, event, accepted }: RecordedEvent,
): Promise<void> {
  const { type, original, sequence } = event
  const failed = event.amount ?? accepted
  if (type !== 'fail' || !original || failed === undefined || isFailedPayment(order, event)) return
  const { id, number, currency } = order
  const amount = failed.toString()
  await notifyTeam(context, {
    kind: 'late failure',
    notice: {
      ...{ what: 'operation failed later', operation: original, order: id, amount, currency },
      ...(number !== null && { number }),
    },
    path: `/orders/${id}`,
    once: `late failure ${id} ${sequence}`,
  })
}

/** Notifies the team of failed subscription payments. Last, because it locks the team's notifications. */
async function notifyOfDeclines(context: InTransaction, recorded: readonly RecordedEvent[]): Promise<void> {
  const failed = recorded.filter(({ order, event }) => isFailedPayment(order, event))
  const kinds = groupBy(failed, ({ order }) =>
    order.retryOn === null ? 'payments given up' : 'payments failed',
  )
  for (const what of ['payments failed', 'payments given up'] as const) {
    const [first, ...others] = kinds.get(what) ?? []
    if (!first) continue
    const { id, number, accountId, amount, currency } = first.order
    const payers =
      others.length === 0 ? await recipientsOf(context, accountId === null ? [] : [accountId]) : undefined
    const payer = payers?.get(accountId ?? '')?.recipient?.name
    const about = { order: id, ...(number !== null && { number }), ...(payer !== undefined && { payer }) }
    await notifyTeamOfMany(context, {
      kind: 'decline',
      notice: { what, count: 1 + others.length, ...about, amount: amount.toString(), currency },
      path: `/orders/${id}`,
      all: '/attempts',
    })
  }
}

async function writeCallbacks(context: InTransaction, recorded: readonly RecordedEvent[]): Promise<void> {
  const { merchant } = context
  const addressOf = await callbackAddresses(
    context,
    recorded.map(({ order }) => order),
  )
  const listened = recorded
    .map(({ order, ...each }) => ({ ...each, order: { ...order, callback: addressOf(order) } }))
    .filter(({ order, event }) => addressesOf(merchant, order.callback, callbackTypeOf(event)).length > 0)
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
      return callbacksOfOrder(
        merchant,
        { ...order, events: until },
        { type: callbackTypeOf(event), timestamp: event.date },
      )
    }),
  )
}

async function mailPayers(context: InTransaction, recorded: readonly RecordedEvent[]): Promise<void> {
  const reported = recorded.filter(({ event }) => event.type !== 'order' && event.type !== 'cancel')
  const accountIds = reported.flatMap(({ order }) => order.accountId ?? [])
  if (accountIds.length === 0) return
  const recipients = await recipientsOf(context, accountIds)
  const moved = await movedBefore(context, reported)
  const givenUp = reported.filter(
    ({ order, event }) => isFailedPayment(order, event) && order.retryOn === null,
  )
  const toContinue = await accountsToContinue(
    context,
    givenUp.flatMap(({ order }) => order.accountId ?? []),
  )
  const mails: CausedMail[] = []
  for (const { order, event, units, card, isTried } of reported) {
    const { recipient, confirmed } = recipients.get(order.accountId ?? '') ?? {}
    if (!recipient) continue
    const link = isAskedOfPayer(order, event)
      ? newPaymentLink(context, { orderId: order.id, contact: recipient.to })
      : undefined
    const before = moved.get(order.id)
    const { merchant } = context
    const paused = toContinue.has(recipient.accountId)
    const mail = mailOf(order, event, { merchant, before, recipient, units, card, isTried, link, paused })
    const isOwnDecline = event.type === 'fail' && isByPayer(event)
    if (mail)
      mails.push({
        mail,
        link,
        orderId: order.id,
        limit: !confirmed ? 'address' : isOwnDecline ? 'order' : undefined,
      })
  }
  const sent = await withinLimit(context, mails)
  await insertPaymentLinks(
    context,
    sent.flatMap(({ link }) => link ?? []),
  )
  await writeMails(
    context,
    sent.map(({ mail }) => mail),
  )
}

/** Whether a key that a stranger may hold, or a page of the customer, caused an event. */
const isByPayer = ({ actor }: EventRow): boolean => /^(?:public|account):/.test(actor ?? '')

interface CausedMail {
  mail: NewMail
  /** The link that is in the mail. */
  link: NewPaymentLink | undefined
  orderId: string
  /** What limits it if others than the merchant may have caused it. */
  limit: 'address' | 'order' | undefined
}

/**
 * Leaves out e-mails above an hourly limit: that of their address, because anyone may have created an unconfirmed account
 * with anyone's address, or that of their order, because a payer can attempt declined cards again and again. The e-mails
 * are checked in a fixed order, because each count is locked until the transaction ends.
 */
async function withinLimit(context: InTransaction, mails: readonly CausedMail[]): Promise<CausedMail[]> {
  const limited = (what: CausedMail['limit']) => mails.filter(({ limit }) => limit === what)
  const sent = limited(undefined)
  for (const each of limited('address').toSorted((a, b) => (a.mail.to < b.mail.to ? -1 : 1)))
    if ('id' in (await claimMail(context, each.mail.to, 'mail by strangers'))) sent.push(each)
  for (const each of limited('order').toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1)))
    if ('id' in (await claimDeclineMail(context, each.orderId))) sent.push(each)
  return sent
}
