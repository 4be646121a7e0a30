import { z } from 'zod'
import { accountsNamed } from '../account/queries'
import { operateOrder } from '../order/operate'
import { listOrders, OrderListQuery, type OrderRow, sharesOf } from '../order/queries'
import { EventCreatable } from '../order/schemas'
import { previewEvent, viewOrder } from '../order/view'
import { as, changes, router } from './init'

/** How many orders a page of the list has. */
const pageLength = 50

const OnOrder = z.strictObject({ id: z.string().max(500), event: EventCreatable })

export const orderRouter = router({
  list: as('viewer')
    .input(OrderListQuery.omit({ limit: true }))
    .query(async ({ ctx: { context }, input }) => {
      const { db, merchant } = context
      const { rows, next } = await listOrders(db, merchant, { ...input, limit: pageLength })
      const payers = await accountsNamed(
        db,
        merchant.id,
        rows.flatMap(({ accountId }) => accountId ?? []),
      )
      return {
        next,
        orders: rows.map((row) => ({
          ...briefOf(row),
          payerName: payers.get(row.accountId ?? '')?.customer?.name,
        })),
      }
    }),

  get: as('viewer')
    .input(z.strictObject({ id: z.string().max(500) }))
    .query(async ({ ctx: { context }, input }) => {
      const { record, possible, isRunning, payerName } = await viewOrder(context, input.id)
      const { scheme, last4, expires, service, reference } = record.payment
      return {
        ...briefOf(record),
        payerName,
        possible,
        isRunning,
        isPaid: record.serviceReference !== null,
        payment: { scheme, last4, expires, service, reference },
        lines: record.lines,
        subscriptionId: record.subscriptionId,
        due: record.due,
        retryOn: record.retryOn,
        events: record.events.map(({ sequence, type, date, items, amount, original, error }) => ({
          sequence,
          type,
          date,
          items,
          amount,
          original,
          error,
        })),
      }
    }),

  /** What an event would move, before it is confirmed. */
  preview: as('support')
    .input(OnOrder)
    .query(({ ctx: { context }, input }) => previewEvent(context, input.id, input.event)),

  /**
   * Does it. `attempt` names the confirmation: sent twice it is done once. `expected` is the amount that was
   * confirmed, minor units: when it would be another by now, nothing is done.
   */
  operate: changes('support')
    .input(OnOrder.extend({ attempt: z.uuid(), expected: z.bigint() }))
    .mutation(async ({ ctx: { context }, input: { id, event, attempt, expected } }) => {
      const origin = `user:${context.actor.userId}:${id}:${attempt}`
      const { type, amount } = await operateOrder({ ...context, origin }, id, event, expected)
      return { type, amount }
    }),
})

const briefOf = (row: OrderRow) => ({
  id: row.id,
  number: row.number,
  created: row.created,
  currency: row.currency,
  amount: row.amount,
  shares: sharesOf(row),
  accountId: row.accountId,
})
