import { z } from 'zod'
import { accountSummary } from '../account/account-summary'
import { dayOf } from '../model/calendar'
import { priced } from '../model/order/price'
import { scheduleTerms } from '../model/subscription/dates'
import { itemsInShort, scheduleInWords } from '../model/subscription/schedule-in-words'
import { sharesOf } from '../store/orders'
import type { SubscriptionRow } from '../store/subscriptions'
import { changeSubscription } from '../subscription/change-subscription'
import { createSubscription } from '../subscription/create-subscription'
import { endSubscription } from '../subscription/end-subscription'
import { listAllSubscriptions, SubscriptionListQuery } from '../subscription/list-subscriptions'
import { payNow } from '../subscription/pay-now'
import { SubscriptionChange, SubscriptionCreatable } from '../subscription/schemas'
import { statesOf } from '../subscription/state'
import { ordersOfSubscription, readSubscriptionDetail } from '../subscription/subscription-detail'
import { unpaidOf } from '../subscription/unpaid-orders'
import { theSubject } from './deeds'
import { failureForMerchant } from './describe-decline'
import { further } from './further'
import { as, changes, reading, router } from './init'
import { refusalFor } from './refusal'
import { requireSame } from './same'

/** How many subscriptions a page of the list has, and how many orders a page of a subscription's history has. */
const pageLength = 50
const historyLength = 12

const OfAccount = z.strictObject({ account: z.string().max(500) })
const Named = OfAccount.extend({ id: z.string().max(500) })

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
            ...briefOf(row),
            account: row.accountId,
            payerName: account.customer?.name ?? account.customer?.email,
            states: statesOf(
              row,
              account,
              own.some(({ givenUp }) => !givenUp),
            ),
          }
        }),
      }
    }),

  get: as('viewer')
    .input(Named)
    .query(async ({ ctx: { context }, input }) => {
      const { row, account, card, unpaid } = await readSubscriptionDetail(context, {
        accountId: input.account,
        id: input.id,
      })
      return {
        ...briefOf(row),
        items: row.items,
        schedule: row.schedule,
        billed: row.billed,
        created: row.created,
        callback: row.callback,
        lines: priced(row.items, row.currency, 'ordered').lines,
        account: accountSummary(account, card),
        unpaid: unpaid.map(({ orderId, currency, amount, due, retryOn, givenUp, isRunning }) => ({
          ...{ orderId, currency, amount, due, retryOn, givenUp, isRunning },
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
    .input(Named.extend(further))
    .query(async ({ ctx: { context }, input: { account, id, cursor } }) => {
      const page = { limit: historyLength, after: cursor }
      const { rows, next } = await ordersOfSubscription(context, { accountId: account, id, ...page })
      return {
        next,
        orders: rows.map((row) => ({
          id: row.id,
          due: row.due,
          created: row.created,
          currency: row.currency,
          amount: row.amount,
          shares: sharesOf(row),
          retryOn: row.retryOn,
          tries: row.events.flatMap(({ sequence, type, date, amount, error, original }) =>
            type === 'order'
              ? []
              : [{ sequence, type, date, amount, error: failureForMerchant(error), original }],
          ),
        })),
      }
    }),

  /** Adds a subscription to an account. `attempt` names the press of the button: if it is sent twice, one is added. */
  add: changes('support', `created ${theSubject}`)
    .input(OfAccount.extend({ attempt: z.uuid(), subscription: SubscriptionCreatable }))
    .mutation(async ({ ctx: { context, note }, input: { account, attempt, subscription } }) => {
      const origin = `user:${context.actor.userId}:${account}:${attempt}`
      const all = await createSubscription({ ...context, origin }, { accountId: account, subscription })
      const created = all.find((row) => row.origin === origin)
      if (!created) throw new Error('A subscription that was added is not among the account’s')
      requireSame(created, askedFor(subscription), 'subscription')
      note({ subjectId: `${account}/${created.id}`, after: subscription })
      return { id: created.id }
    }),

  /** Changes the given properties. A future end may be moved or removed. */
  change: changes('support', `changed ${theSubject}`)
    .input(Named.extend({ change: SubscriptionChange }))
    .mutation(async ({ ctx: { context, note }, input: { account, id, change } }) => {
      const { row: before } = await readSubscriptionDetail(context, { accountId: account, id })
      await changeSubscription(context, { accountId: account, id, change })
      note({ subjectId: `${account}/${id}`, before: partOf(before, change), after: change })
    }),

  /** Ends it now. */
  end: changes('support', `ended ${theSubject}`)
    .input(Named)
    .mutation(async ({ ctx: { context, note }, input: { account, id } }) => {
      await endSubscription(context, { accountId: account, id })
      const { merchant, clock } = context
      note({ subjectId: `${account}/${id}`, after: { end: dayOf(clock.now(), merchant.timeZone) } })
    }),

  /**
   * Pays exactly the unpaid orders and amounts that were confirmed. A refusal by the card service is returned, not
   * thrown: what was charged before it stays charged.
   */
  payNow: changes('support', `charged unpaid orders of ${theSubject}`)
    .input(
      Named.extend({
        attempt: z.uuid(),
        orders: z
          .array(z.strictObject({ orderId: z.string().max(500), amount: z.bigint() }))
          .min(1)
          .max(100),
      }),
    )
    .mutation(async ({ ctx: { context, note }, input: { account, id, attempt, orders } }) => {
      const origin = `user:${context.actor.userId}:${account}/${id}:${attempt}`
      const { charged, refused } = await payNow(
        { ...context, origin },
        { accountId: account, id, payments: orders },
      )
      const shown = refusalFor(refused)
      const refusal = shown && {
        description: shown.description,
        code: typeof shown.details?.code === 'string' ? shown.details.code : undefined,
        isOpen: shown.isOpen,
      }
      note({ subjectId: `${account}/${id}`, after: { charged, ...(refusal && { refusal }) } })
      return { charged, refusal }
    }),
})

const briefOf = (row: SubscriptionRow) => ({
  id: row.id,
  number: row.number,
  what: itemsInShort(row.items, row.number),
  currency: row.currency,
  amount: row.amount,
  words: scheduleInWords(row.schedule, row.start),
  start: row.start,
  due: row.due,
  end: row.end,
  ended: row.ended,
})

/** Returns the requested terms as a row stores them. The default start is the day of the first press. */
const askedFor = ({ number, end, callback, schedule, ...rest }: SubscriptionCreatable) => ({
  ...rest,
  number: number ?? null,
  end: end ?? null,
  callback: callback ?? null,
  schedule: scheduleTerms(schedule),
})

/** Returns the values of a row for the properties that a change names. */
const partOf = (row: SubscriptionRow, change: SubscriptionChange) =>
  Object.fromEntries(Object.keys(change).map((name) => [name, Reflect.get(row, name)]))
