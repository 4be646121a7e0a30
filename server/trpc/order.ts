import * as z from 'zod'
import { addNote, NoteText } from '../annotation/notes'
import { userOrigin } from '../core/user-origin'
import { owedFor } from '../customer/owed'
import { erasedAt } from '../erasure/erase-order'
import { nameOfAccount } from '../model/account-name'
import { serviceTitle } from '../model/card/service-title'
import { EventCreatable } from '../model/order/schemas'
import { itemsInShort } from '../model/subscription/schedule-in-words'
import { actorsOf } from '../order/actors'
import { listOrderBriefs, type OrderBrief } from '../order/list-orders'
import { previewEvent, readOrderDetail } from '../order/order-detail'
import { orderNamesOf } from '../order/order-names'
import { filtersOf, OrderSearch } from '../order/search'
import { maxNumbered } from '../order/search-orders'
import { similarOrders } from '../order/similar-orders'
import { changeOrders } from '../payment/change-orders'
import { chargeCancelOrRefund } from '../payment/charge-cancel-refund'
import { attemptOf } from '../payment/payment-mail'
import { previewChanges } from '../payment/preview-changes'
import { orderTotals } from '../report/order-totals'
import { disputedIn, disputedOfOrders } from '../settlement/disputes'
import { proceedsOf } from '../settlement/payouts'
import { payersOf } from '../store/accounts'
import { approvalsOf } from '../store/approvals'
import { paymentOf } from '../store/order-payment'
import { sharesOf } from '../store/orders'
import { requireOrder } from '../store/read-orders'
import { subscriptionsOf } from '../store/subscriptions'
import { describeDecline, failureForMerchant } from './describe-decline'
import { erasingOrder } from './erasure'
import { as, changes, reading, router } from './init'
import { nameOfPayer } from './name-of-payer'
import { Named } from './named'
import { operated, operatedMany } from './order-audit-text'
import { isUndecided, refusalFor } from './refusal'

/** How many orders a page of the list has. */
const pageLength = 50
/** As many as a page of a search can have. */
const maxSelected = pageLength + maxNumbered

/** What can be done to several whole orders at once. */
const ToMany = z.enum(['charge', 'cancel'])

const OnOrder = z.strictObject({ id: z.string().max(500), event: EventCreatable })

export const orderRouter = router({
  list: reading('viewer')
    .input(OrderSearch)
    .query(async ({ ctx: { context }, input }) => {
      const search = { ...filtersOf(context, input), limit: pageLength }
      const { rows, ...end } = await listOrderBriefs(context, search)
      const ids = rows.map(({ id }) => id)
      const [payerOf, disputed] = await Promise.all([payersOf(context, rows), disputedOfOrders(context, ids)])
      return {
        ...end,
        orders: rows.map((row) => {
          const payer = payerOf(row)
          const { firstLine, lineCount, tags } = row
          return {
            ...briefOf(row),
            disputed: disputed.get(row.id),
            payerName: nameOfPayer(payer),
            payerEmail: payer?.customer?.email,
            card: { scheme: row.scheme ?? undefined, last4: row.last4 ?? undefined },
            product: firstLine === null ? undefined : { name: firstLine, others: lineCount - 1 },
            tags,
          }
        }),
      }
    }),

  /** The number and the sums of the orders that match filters: a separate query, so that it never delays the rows. */
  totals: reading('viewer')
    .input(OrderSearch.omit({ after: true, sort: true }))
    .query(({ ctx: { context }, input }) => orderTotals(context, filtersOf(context, input))),

  get: as('viewer')
    .input(Named)
    .query(async ({ ctx: { context }, input }) => {
      const [
        { record, possible, disputes, isRunning, accepted, payer, lateFailures, refusedRefund },
        proceeds,
      ] = await Promise.all([readOrderDetail(context, input.id), proceedsOf(context, input.id)])
      const [by, owed, approvals, subscriptions, erased] = await Promise.all([
        actorsOf(context, record.events),
        owedFor(context, record),
        approvalsOf(context, record.id),
        subscriptionsOf(context, record.accountId === null ? [] : [record.accountId]),
        erasedAt(context, record.id),
      ])
      const billed = subscriptions.find(({ id }) => id === record.subscriptionId)
      const { scheme, last4, expires, service, reference } = paymentOf(record)
      return {
        ...briefOf(record),
        payerName: payer?.customer?.name ?? payer?.customer?.email,
        payer: payer && { label: nameOfAccount(payer), email: payer.customer?.email, status: payer.status },
        possible,
        isRunning,
        disputes,
        disputed: disputedIn(disputes),
        proceeds,
        accepted,
        lateFailures,
        refusedRefund: refusedRefund && {
          amount: refusedRefund.amount,
          why: describeDecline(refusedRefund.code, 'refund'),
        },
        isPaid: record.serviceReference !== null,
        limits: record.limits,
        payment: { scheme, last4, expires, service, reference },
        approval: approvals.at(-1),
        erased,
        serviceTitle: serviceTitle(context.cards, service),
        blocksFraud: context.cards.all.some(({ name, blocksFraud }) => name === service && blocksFraud),
        lines: record.lines,
        subscriptionId: record.subscriptionId,
        subscriptionName: billed && itemsInShort(billed.items, billed.number),
        retryOn: record.retryOn,
        failure: owed?.code === undefined ? undefined : describeDecline(owed.code),
        attempts: record.failedOn === null ? undefined : attemptOf(record, context.merchant),
        tags: record.tags ?? [],
        metadata: record.metadata ?? {},
        events: record.events.map(
          ({ actor, sequence, type, date, items, amount, original, reason, error }) => ({
            by: by({ actor, reason, type, original, isBilled: record.due !== null }),
            sequence,
            type,
            date,
            items,
            amount,
            original,
            reason,
            error: failureForMerchant({ type, original, amount, error }, { isOnOrder: true }),
          }),
        ),
      }
    }),

  /** Other payments of the same customer and amount within a day: the customer may have paid twice. */
  similar: reading('viewer')
    .input(Named)
    .query(async ({ ctx: { context }, input }) => {
      const { similar, isMore } = await similarOrders(context, await requireOrder(context, input.id))
      const disputed = await disputedOfOrders(
        context,
        similar.map(({ order }) => order.id),
      )
      return {
        orders: similar.map(({ order, same }) => ({
          ...briefOf(order),
          subscriptionName: order.firstLine,
          disputed: disputed.get(order.id),
          same,
        })),
        isMore,
      }
    }),

  ...erasingOrder,

  /** What an event would move, before it is confirmed. */
  preview: as('support')
    .input(OnOrder)
    .query(({ ctx: { context }, input }) => previewEvent(context, input)),

  /**
   * Applies the event. `attempt` identifies the confirmation: sent twice, it is applied once. `expected` is the amount
   * that was confirmed, in minor units: if it now differs, nothing is done. `remark` becomes a note.
   */
  operate: changes('support', operated)
    .input(OnOrder.extend({ attempt: z.uuid(), expected: z.bigint(), remark: NoteText.optional() }))
    .mutation(async ({ ctx: { context, note }, input: { id, event, attempt, expected, remark } }) => {
      const origin = userOrigin(context.actor.userId, id, event.type, attempt)
      const remember = async () => {
        if (remark !== undefined) await addNote(context, { subject: 'order', id, text: remark, origin })
      }
      const done = await chargeCancelOrRefund({ ...context, origin }, { orderId: id, event, expected }).catch(
        async (error: unknown) => {
          // The worker completes what had begun.
          if (isUndecided(error)) await remember()
          throw error
        },
      )
      await remember()
      const { type, amount, currency } = done.event
      note({ after: { event, amount, currency, isAccepted: type === 'accept' } })
      return { type, amount }
    }),

  /** What charging or cancelling several whole orders would move, before it is confirmed. */
  previewMany: as('support')
    .input(z.strictObject({ ids: z.array(z.string().max(500)).min(1).max(maxSelected), type: ToMany }))
    .query(async ({ ctx: { context }, input }) => {
      const [previews, names] = await Promise.all([
        previewChanges(context, input),
        orderNamesOf(context, input.ids),
      ])
      return previews.map(({ error, ...preview }) => ({
        ...preview,
        due: names.get(preview.id)?.due ?? null,
        subscriptionName: names.get(preview.id)?.subscriptionName ?? null,
        refusal: refusalFor(error, context.merchant),
      }))
    }),

  /** Applies the change to each order on its own and returns the outcome of each. */
  operateMany: changes('support', operatedMany)
    .input(
      z.strictObject({
        type: ToMany,
        orders: z
          .array(z.strictObject({ id: z.string().max(500), expected: z.bigint() }))
          .min(1)
          .max(maxSelected)
          .transform((given) => [...new Map(given.map((order) => [order.id, order])).values()]),
        attempt: z.uuid(),
      }),
    )
    .mutation(async ({ ctx: { context, note }, input: { type, orders, attempt } }) => {
      const origin = userOrigin(context.actor.userId, 'many', type, attempt)
      const changes = orders.map(({ id, expected }) => ({ id, name: id, event: [{ type }], expected }))
      const outcomes = await changeOrders({ ...context, origin }, changes)
      const shown = outcomes.map(({ id, events: [event], error }) => ({
        id,
        ...(event &&
          event.type !== 'fail' && {
            amount: event.amount ?? 0n,
            currency: event.currency,
            isAccepted: event.type === 'accept',
          }),
        refusal: refusalFor(error, context.merchant),
      }))
      note({ after: { type, orders: shown }, isRefused: shown.some(({ refusal }) => refusal !== undefined) })
      return shown
    }),
})

const briefOf = (row: Omit<OrderBrief, 'firstLine' | 'lineCount'>) => ({
  id: row.id,
  number: row.number,
  created: row.created,
  currency: row.currency,
  amount: row.amount,
  shares: sharesOf(row),
  accountId: row.accountId,
  due: row.due,
  authorisedUntil: row.authorisedUntil,
})
