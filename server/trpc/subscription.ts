import * as z from 'zod'
import { accountSummary } from '../account/account-summary'
import { todayOf } from '../core/clock'
import { userOrigin } from '../core/user-origin'
import { nameOfAccount } from '../model/account-name'
import { date } from '../model/fields'
import { priced } from '../model/order/price'
import { scheduleTerms } from '../model/subscription/dates'
import { endOnceUndone } from '../model/subscription/terms'
import { actorsOf } from '../order/actors'
import { attemptOf } from '../payment/payment-mail'
import { disputedOfOrders } from '../settlement/disputes'
import { sharesOf } from '../store/orders'
import type { SubscriptionRow } from '../store/subscriptions'
import { changeSubscription } from '../subscription/change-subscription'
import { createSubscription } from '../subscription/create-subscription'
import { endSubscription, undoEnd } from '../subscription/end-subscription'
import { hashOfTerms } from '../subscription/expected-terms'
import {
  listAllSubscriptions,
  SubscriptionListQuery,
  totalSubscriptions,
} from '../subscription/list-subscriptions'
import { payNow } from '../subscription/pay-now'
import { planChange, withdrawPlan } from '../subscription/plan-change'
import {
  SubscriptionChange,
  SubscriptionCreatable,
  SubscriptionPlan,
  type SubscriptionReplacement,
} from '../subscription/schemas'
import { statesOf } from '../subscription/state'
import { ordersOfSubscription, readSubscriptionDetail } from '../subscription/subscription-detail'
import { SubscriptionFilters } from '../subscription/subscription-filters'
import { unpaidOf } from '../subscription/unpaid-orders'
import { theSubject } from './audit-text'
import { failureForMerchant } from './describe-decline'
import { further } from './further'
import { as, changes, reading, router } from './init'
import { refusalFor } from './refusal'
import { requireSame } from './require-same'
import { continued, created, ends, paidNow, planned } from './subscription-audit-text'
import { subscriptionBrief } from './subscription-brief'

/** How many subscriptions a page of the list has, and how many orders a subscription's history shows at a time. */
const pageLength = 50
const historyLength = 12

const OfAccount = z.strictObject({ account: z.string().max(500) })
const NamedSubscription = OfAccount.extend({ id: z.string().max(500) })
/** `expected`: the `terms` that the page showed. What a page of an earlier version sends fits no terms. */
const Confirmed = NamedSubscription.extend({ expected: z.string().max(500).catch('').optional() })

export const subscriptionRouter = router({
  list: reading('viewer')
    .input(SubscriptionListQuery)
    .query(async ({ ctx: { context }, input }) => {
      const { rows, next } = await listAllSubscriptions(context, { ...input, limit: pageLength })
      const unpaid = await unpaidOf(
        context,
        rows.map(({ row }) => row.accountId),
      )
      return {
        next,
        subscriptions: rows.map(({ row, account }) => {
          const own = unpaid.filter(
            (each) => each.accountId === row.accountId && each.subscriptionId === row.id,
          )
          return {
            ...subscriptionBrief(row),
            created: row.created,
            account: row.accountId,
            planned: row.planned?.from,
            payerName: nameOfAccount(account),
            states: statesOf(
              row,
              account,
              own.some(({ givenUp }) => !givenUp),
            ),
          }
        }),
      }
    }),

  /** How many subscriptions match the filters of the list, and what they bring in per month. */
  totals: reading('viewer')
    .input(SubscriptionFilters)
    .query(({ ctx: { context }, input }) => totalSubscriptions(context, input)),

  get: as('viewer')
    .input(NamedSubscription)
    .query(async ({ ctx: { context }, input }) => {
      const { row, account, card, unpaid } = await readSubscriptionDetail(context, {
        accountId: input.account,
        id: input.id,
      })
      return {
        ...subscriptionBrief(row),
        items: row.items,
        schedule: row.schedule,
        billed: row.billed,
        created: row.created,
        callback: row.callback,
        terms: hashOfTerms(row),
        lines: priced(row.items, row.currency).lines,
        account: accountSummary(account, card),
        metadata: row.metadata ?? {},
        unpaid: unpaid.map(({ orderId, currency, amount, due, failedOn, retryOn, givenUp, isRunning }) => ({
          ...{ orderId, currency, amount, due, retryOn, givenUp, isRunning },
          attempts: failedOn === null ? undefined : attemptOf({ failedOn, retryOn }, context.merchant),
        })),
        states: statesOf(
          row,
          account,
          unpaid.some(({ givenUp }) => !givenUp),
        ),
      }
    }),

  /** Its orders with each payment attempt, latest date first. */
  orders: reading('viewer')
    .input(NamedSubscription.extend(further))
    .query(async ({ ctx: { context }, input: { account, id, cursor } }) => {
      const page = { limit: historyLength, after: cursor }
      const { rows, next } = await ordersOfSubscription(context, { accountId: account, id, ...page })
      const events = rows.flatMap((row) => row.events)
      const ids = rows.map((row) => row.id)
      const [actorOf, disputed] = await Promise.all([
        actorsOf(context, events),
        disputedOfOrders(context, ids),
      ])
      return {
        next,
        orders: rows.map((row) => ({
          id: row.id,
          due: row.due,
          created: row.created,
          currency: row.currency,
          amount: row.amount,
          shares: sharesOf(row),
          disputed: disputed.get(row.id),
          retryOn: row.retryOn,
          attempts: row.events.flatMap((event) => {
            const { sequence, type, date, amount, original, reason } = event
            if (type === 'order') return []
            // Payments without an actor were made by billing, and are shown as such.
            const by = event.actor === null ? undefined : actorOf({ ...event, isBilled: true })
            const error = failureForMerchant(event)
            return [{ sequence, type, date, amount, original, reason, error, by }]
          }),
        })),
      }
    }),

  /** Adds a subscription to an account. `attempt` identifies the press: if it is sent twice, one is added. */
  add: changes('support', created)
    .input(OfAccount.extend({ attempt: z.uuid(), subscription: SubscriptionCreatable }))
    .mutation(async ({ ctx: { context, note }, input: { account, attempt, subscription } }) => {
      const origin = userOrigin(context.actor.userId, account, attempt)
      const all = await createSubscription({ ...context, origin }, { accountId: account, subscription })
      const row = all.find((each) => each.origin === origin)
      if (!row) throw new Error('A subscription that was added is not among the account’s')
      const { notify: _, ...asked } = subscription
      requireSame(row, askedFor(asked), 'subscription')
      const { id, amount, currency } = row
      note({ subjectId: `${account}/${id}`, after: { ...asked, amount: `${amount}`, currency } })
      return { id }
    }),

  /** Changes the given properties. With `notify`, the customer is mailed about a new price. Returns the new terms. */
  change: changes('support', `changed ${theSubject}`)
    .input(Confirmed.extend({ change: SubscriptionChange, notify: z.boolean().optional() }))
    .mutation(async ({ ctx: { context, note }, input: { account, id, ...confirmed } }) => {
      const { change } = confirmed
      const { row: before } = await readSubscriptionDetail(context, { accountId: account, id })
      const all = await changeSubscription(context, { accountId: account, id, ...confirmed })
      note({ subjectId: `${account}/${id}`, before: partOf(before, change), after: change })
      return { terms: hashOfTerms(changedOf(all, id)) }
    }),

  /** Plans a change from a later day on, in place of any that was planned before. */
  plan: changes('support', planned)
    .input(Confirmed.extend({ plan: SubscriptionPlan }))
    .mutation(async ({ ctx: { context, note }, input: { account, id, plan, expected } }) => {
      const all = await planChange(context, { accountId: account, id, plan, expected })
      const later = subscriptionBrief(changedOf(all, id)).planned
      note({
        subjectId: `${account}/${id}`,
        after: {
          ...plan,
          ...(later && { from: later.from, amount: `${later.amount}`, currency: later.currency }),
        },
      })
    }),

  withdrawPlan: changes('support', `withdrew the planned change of ${theSubject}`)
    .input(Confirmed)
    .mutation(async ({ ctx: { context, note }, input: { account, id, expected } }) => {
      await withdrawPlan(context, { accountId: account, id, expected })
      note({ subjectId: `${account}/${id}`, after: undefined })
    }),

  /**
   * Ends it today, at the end of the paid period, or after a chosen day. `expected`: the last day that was confirmed.
   * Returns its end, and what undoing it needs: its terms, and the end that is then restored.
   */
  end: changes('support', ends)
    .input(
      NamedSubscription.extend({
        on: z.union([z.enum(['today', 'period']), date()]).optional(),
        expected: date().optional(),
      }),
    )
    .mutation(async ({ ctx: { context, note }, input: { account, id, on, expected } }) => {
      const all = await endSubscription(context, { accountId: account, id, on, expected })
      const today = todayOf(context)
      const row = changedOf(all, id)
      const end = row.end ?? today
      note({ subjectId: `${account}/${id}`, after: { end, isAhead: end > today } })
      return { end, terms: hashOfTerms(row), agreed: endOnceUndone(row.ending, today) }
    }),

  /** Undoes an end that has not come. `agreed`: the end that the page said would be restored, null for none. */
  undoEnd: changes('support', continued)
    .input(Confirmed.extend({ agreed: date().nullable().optional() }))
    .mutation(async ({ ctx: { context, note }, input: { account, id, expected, agreed } }) => {
      const { row: before } = await readSubscriptionDetail(context, { accountId: account, id })
      await undoEnd(context, { accountId: account, id, expected, agreed })
      // The same press again undoes nothing.
      const undone = before.ending ? { end: before.end } : undefined
      note({ subjectId: `${account}/${id}`, before: undone, after: undefined })
    }),

  /**
   * Pays exactly the unpaid orders and amounts that were confirmed, with the given card, null for none. A
   * refusal by the card service is returned, not thrown: what was charged before it stays charged.
   */
  payNow: changes('support', paidNow)
    .input(
      NamedSubscription.extend({
        attempt: z.uuid(),
        orders: z
          .array(z.strictObject({ orderId: z.string().max(500), amount: z.bigint() }))
          .min(1)
          .max(100),
        card: z.string().max(500).nullable().optional(),
      }),
    )
    .mutation(async ({ ctx: { context, note }, input: { account, id, attempt, orders, card } }) => {
      const origin = userOrigin(context.actor.userId, `${account}/${id}`, attempt)
      const payments = { accountId: account, id, payments: orders, card }
      const { charged, refused } = await payNow({ ...context, origin }, payments)
      const shown = refusalFor(refused, context.merchant)
      const refusal = shown && {
        description: shown.description,
        code: typeof shown.details?.code === 'string' ? shown.details.code : undefined,
        isOpen: shown.isOpen,
      }
      const after = { charged, refusal }
      note({ subjectId: `${account}/${id}`, after, isRefused: refusal !== undefined })
      return after
    }),
})

/** Returns a subscription that was changed from all of its account. */
function changedOf(all: readonly SubscriptionRow[], id: string): SubscriptionRow {
  const row = all.find((each) => each.id === id)
  if (!row) throw new Error('A subscription that was changed is not among the account’s')
  return row
}

/** Returns the requested terms as a row stores them. The default start is the day of the first press. */
const askedFor = ({ number, end, callback, schedule, ...rest }: SubscriptionReplacement) => ({
  ...rest,
  number: number ?? null,
  end: end ?? null,
  callback: callback ?? null,
  schedule: scheduleTerms(schedule),
})

/** Returns the values of a row for the properties that a change names. */
const partOf = (row: SubscriptionRow, change: SubscriptionChange) =>
  Object.fromEntries(Object.keys(change).map((name) => [name, Reflect.get(row, name)]))
