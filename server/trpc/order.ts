import { z } from 'zod'
import { EventCreatable } from '../model/order/schemas'
import { listOrderBriefs, type OrderBrief } from '../order/list-orders'
import { previewEvent, readOrderDetail } from '../order/order-detail'
import { filtersOf, OrderSearch } from '../order/search'
import { changeOrders } from '../payment/change-orders'
import { chargeCancelOrRefund } from '../payment/charge-cancel-refund'
import { previewChanges } from '../payment/preview-changes'
import { disputesOf } from '../settlement/disputes'
import { proceedsOf } from '../settlement/payouts'
import { accountsById } from '../store/accounts'
import { sharesOf } from '../store/orders'
import { sentence, theSubject } from './deeds'
import { failureForMerchant } from './describe-decline'
import { as, changes, reading, router } from './init'
import { refusalFor } from './refusal'

/** How many orders a page of the list has. */
const pageLength = 50

/** What can be done to several whole orders at once. */
const ToMany = z.enum(['charge', 'cancel'])

const did = { charge: 'charged', cancel: 'cancelled', refund: 'refunded' } as const
const Kind = z.enum(['charge', 'cancel', 'refund'])

const operated = sentence(
  `changed ${theSubject}`,
  z.object({
    after: z.object({
      event: z.object({ type: Kind }),
      amount: z.string().optional(),
      currency: z.string().optional(),
      isAccepted: z.boolean().optional(),
    }),
  }),
  ({ after: { event, amount, currency, isAccepted } }, { money }) => {
    // An operation whose outcome was not known had no amount yet.
    if (amount === undefined || currency === undefined) return `asked to ${event.type} ${theSubject}`
    const later = isAccepted ? '; the card service reports the outcome later' : ''
    return `${did[event.type]} ${money(amount, currency)} of ${theSubject}${later}`
  },
)

const operatedMany = sentence(
  'changed several orders',
  z.object({
    after: z.object({ type: Kind, orders: z.array(z.object({ amount: z.string().optional() })) }),
  }),
  ({ after: { type, orders } }) => {
    const done = orders.filter(({ amount }) => amount !== undefined).length
    const failed = orders.length - done
    return `${did[type]} ${done === 1 ? '1 order' : `${done} orders`}${failed > 0 ? `; ${failed} could not be` : ''}`
  },
)

const OnOrder = z.strictObject({ id: z.string().max(500), event: EventCreatable })

export const orderRouter = router({
  list: reading('viewer')
    .input(OrderSearch)
    .query(async ({ ctx: { context }, input }) => {
      const search = { ...filtersOf(context.merchant, input), limit: pageLength }
      const { rows, ...end } = await listOrderBriefs(context, search)
      const payers = await accountsById(
        context,
        rows.flatMap(({ accountId }) => accountId ?? []),
      )
      return {
        ...end,
        orders: rows.map((row) => ({
          ...briefOf(row),
          payerName: payers.get(row.accountId ?? '')?.customer?.name,
        })),
      }
    }),

  get: as('viewer')
    .input(z.strictObject({ id: z.string().max(500) }))
    .query(async ({ ctx: { context }, input }) => {
      const [{ record, possible, isRunning, accepted, payerName }, disputes, proceeds] = await Promise.all([
        readOrderDetail(context, input.id),
        disputesOf(context, input.id),
        proceedsOf(context, input.id),
      ])
      const { scheme, last4, expires, service, reference } = record.payment
      return {
        ...briefOf(record),
        payerName,
        possible,
        isRunning,
        disputes,
        proceeds,
        accepted,
        isPaid: record.serviceReference !== null,
        limits: record.limits,
        authorisedUntil: record.authorisedUntil,
        payment: { scheme, last4, expires, service, reference },
        lines: record.lines,
        subscriptionId: record.subscriptionId,
        due: record.due,
        retryOn: record.retryOn,
        events: record.events.map(({ sequence, type, date, items, amount, original, reason, error }) => ({
          sequence,
          type,
          date,
          items,
          amount,
          original,
          reason,
          error: failureForMerchant(error),
        })),
      }
    }),

  /** What an event would move, before it is confirmed. */
  preview: as('support')
    .input(OnOrder)
    .query(({ ctx: { context }, input }) => previewEvent(context, input)),

  /**
   * Applies the event. `attempt` names the confirmation: if it is sent twice, the event is applied once. `expected`
   * is the amount that was confirmed, in minor units: if it would differ by now, nothing is done.
   */
  operate: changes('support', operated)
    .input(OnOrder.extend({ attempt: z.uuid(), expected: z.bigint() }))
    .mutation(async ({ ctx: { context, note }, input: { id, event, attempt, expected } }) => {
      const origin = `user:${context.actor.userId}:${id}:${event.type}:${attempt}`
      const { type, amount, currency } = await chargeCancelOrRefund(
        { ...context, origin },
        { orderId: id, event, expected },
      )
      note({ after: { event, amount, currency, isAccepted: type === 'accept' } })
      return { type, amount }
    }),

  /** What charging or cancelling several whole orders would move, before it is confirmed. */
  previewMany: as('support')
    .input(z.strictObject({ ids: z.array(z.string().max(500)).min(1).max(pageLength), type: ToMany }))
    .query(async ({ ctx: { context }, input }) => {
      const previews = await previewChanges(context, input)
      return previews.map(({ error, ...preview }) => ({ ...preview, refusal: refusalFor(error) }))
    }),

  /** Applies the change to each order on its own and returns the outcome of each. */
  operateMany: changes('support', operatedMany)
    .input(
      z.strictObject({
        type: ToMany,
        orders: z
          .array(z.strictObject({ id: z.string().max(500), expected: z.bigint() }))
          .min(1)
          .max(pageLength)
          .transform((given) => [...new Map(given.map((order) => [order.id, order])).values()]),
        attempt: z.uuid(),
      }),
    )
    .mutation(async ({ ctx: { context, note }, input: { type, orders, attempt } }) => {
      const origin = `user:${context.actor.userId}:many:${type}:${attempt}`
      const changes = orders.map(({ id, expected }) => ({ id, name: id, event: [{ type }], expected }))
      const outcomes = await changeOrders({ ...context, origin }, changes)
      const shown = outcomes.map(({ id, events: [event], error }) => ({
        id,
        ...(event && { amount: event.amount ?? 0n, isAccepted: event.type === 'accept' }),
        refusal: refusalFor(error),
      }))
      note({ after: { type, orders: shown } })
      return shown
    }),
})

const briefOf = (row: OrderBrief) => ({
  id: row.id,
  number: row.number,
  created: row.created,
  currency: row.currency,
  amount: row.amount,
  shares: sharesOf(row),
  accountId: row.accountId,
})
