import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { declinedCard, operation } from '@/db/schema'
import type { Context } from '../core/context'
import { onDays } from '../core/day-range'
import { afterPosition } from '../core/page'
import { containsText, isAmount } from '../core/search-conditions'
import type { Walk } from '../core/walk'
import { linkedOrder } from '../link/payment-link'
import { currency, date, text } from '../model/fields'
import { parseSearch, type SearchedAmount, type SearchText } from '../model/search-text'
import { contains } from '../store/account-text'
import { isRefusedOrder, wasNeverPaid } from '../store/unpaid'

/** Where an attempt came from. `api`: a request with a private key. */
const attemptSources = [
  'checkout',
  'account-page',
  'payment-link',
  'subscription',
  'dashboard',
  'api',
] as const
export type PaymentAttemptSource = (typeof attemptSources)[number]

/** What was attempted. `payment` is a new order, or the payment of a subscription; `card` is storing a card. */
const attemptKinds = ['payment', 'charge', 'refund', 'cancel', 'card'] as const

export const AttemptFilters = z.strictObject({
  /** The first and the last day, in the merchant's time zone. */
  start: date().optional(),
  end: date().optional(),
  /** A code: `insufficient funds`, `no card`. */
  reason: text().optional(),
  source: z.enum(attemptSources).optional(),
  kind: z.enum(attemptKinds).optional(),
  currency: currency().optional(),
  /**
   * Only what was never paid, once per order: refused orders, except those that wait for 3-D Secure, and the first failed
   * attempt of each other order. These are the orders that the success rate on Home counts as not paid.
   */
  unpaid: z.literal('yes').optional(),
  account: text().optional(),
  order: text().optional(),
  /** Part of a number or of a customer's name or e-mail address, an amount, a card, or an id. */
  search: text().optional(),
})
export const AttemptListQuery = AttemptFilters.extend({
  sort: z.enum(['newest', 'oldest']).optional(),
  after: z.string().max(200).optional(),
})
export type AttemptFilters = z.output<typeof AttemptFilters>
export type AttemptListQuery = z.output<typeof AttemptListQuery>

export const newestAttempts = sql`${operation.created} desc, ${operation.id} desc`
const oldestAttempts = sql`${operation.created}, ${operation.id}`

/**
 * Where an operation came from, by who requested it. Payments of subscriptions have no actor, because Kassa itself
 * requests them. Old operations and demo data have none either, so the source of their other operations is unknown.
 */
export const sourceOf = sql<PaymentAttemptSource | null>`case
  when ${operation.actor} like 'user:%' then 'dashboard'
  when ${operation.actor} like ${sql.raw(`'account:${linkedOrder}%'`)} then 'payment-link'
  when ${operation.actor} like 'account:%' then 'account-page'
  when ${operation.actor} like 'public:%' then 'checkout'
  when ${operation.actor} like 'private:%' then 'api'
  when ${operation.kind} = 'authorise' then 'checkout'
  when ${operation.kind} = 'pay' then 'subscription' end`

const kindIs: Record<(typeof attemptKinds)[number], SQL> = {
  payment: sql`${operation.kind} in ('authorise', 'pay')`,
  charge: sql`${operation.kind} = 'charge'`,
  refund: sql`${operation.kind} = 'refund'`,
  cancel: sql`${operation.kind} = 'cancel'`,
  card: sql`${operation.kind} = 'store'`,
}

/**
 * Operations, and the cards that were declined while they were stored, in the form of operations. Neither part has
 * conditions of its own: only then does PostgreSQL read both by their indexes, in the order of the list.
 */
const attempts = sql`(
  select merchant_id, order_id, place, id, kind, status, currency, amount, draft, payer, code, actor, created, settled
  from ${operation}
  union all
  select merchant_id, order_id, 0, id, 'store', 'failed', null, null,
    json_build_object('accountId', account_id, 'payment', card), null, code, actor, created, created
  from ${declinedCard}) ${operation}`

type AttemptScope = Pick<Context, 'merchant'>

/** Where failed attempts that match filters are found, named `operation`. For one order, all are read. */
export function attemptsIn(scope: AttemptScope, filters: AttemptListQuery): { rows: SQL } | { walk: Walk } {
  const { merchant } = scope
  const { after, sort, start, end, reason, source, kind, currency, unpaid, account, order, search } = filters
  const [inOrder, direction] =
    sort === 'oldest' ? ([oldestAttempts, 'ascending'] as const) : ([newestAttempts, 'descending'] as const)
  const own = eq(operation.merchantId, merchant.id)
  // Written like the index.
  const failed = sql`${operation.status} = 'failed'`
  const page = and(
    onDays(operation.created, { start, end }, merchant.timeZone),
    afterPosition(after, operation.created, operation.id, direction),
  )
  const filter = and(
    reason === undefined ? undefined : eq(operation.code, reason),
    source && sql`${sourceOf} = ${source}`,
    kind && kindIs[kind],
    currency === undefined ? undefined : eq(operation.currency, currency),
    unpaid && isOfNeverPaid,
    account === undefined ? undefined : ofAccount(account),
    search === undefined ? undefined : matches(scope, parseSearch(search)),
  )
  if (order !== undefined) {
    const ofOrder = sql`select * from ${attempts} where ${and(own, eq(operation.orderId, order))} offset 0`
    const found = and(failed, page, filter)
    return {
      rows: sql`select * from (${ofOrder}) ${operation} where ${found} order by ${inOrder}`,
    }
  }
  return {
    walk: {
      table: operation,
      from: attempts,
      indexed: and(own, failed, page),
      filter,
      order: inOrder,
    },
  }
}

/** Whether an operation's order meets a condition. Not with `exists`, so that one order at a time is looked up. */
const orderHas = (condition: SQL) =>
  sql`(select true from "order" o where o.merchant_id = ${operation.merchantId} and o.id = ${operation.orderId}
    and ${condition} limit 1)`

const isOfNeverPaid = sql`(${isRefusedOrder} or ${operation.kind} = 'pay'
  and ${orderHas(wasNeverPaid)}
  and not exists (select from operation earlier where earlier.merchant_id = ${operation.merchantId}
    and earlier.order_id = ${operation.orderId} and earlier.place < ${operation.place}
    and earlier.kind = 'pay' and earlier.status = 'failed'))`

/** Refused orders have no row; their operation holds the draft. */
const ofAccount = (id: string) =>
  sql`(${operation.draft} ->> 'accountId' = ${id} or ${orderHas(sql`o.account_id = ${id}`)})`

function matches(scope: AttemptScope, { text, last4, amount, payments = [] }: SearchText): SQL | undefined {
  const customer = sql`(select true from account where account.merchant_id = ${scope.merchant.id} and ${contains(text)}
    and account.id = coalesce(${operation.draft} ->> 'accountId', (select o.account_id from "order" o
      where o.merchant_id = ${operation.merchantId} and o.id = ${operation.orderId})) limit 1)`
  return or(
    containsText(sql`lower(${operation.draft} ->> 'number')`, text),
    orderHas(containsText(sql`lower(o.number)`, text)),
    eq(operation.orderId, text),
    last4 === undefined ? undefined : withCard(last4),
    amount && withAmount(amount),
    ...payments.map((payment) => and(withCard(payment.last4), withAmount(payment.amount))),
    customer,
  )
}

const withCard = (last4: string) =>
  or(
    sql`${last4} in (${operation.payer} -> 'card' ->> 'last4', ${operation.draft} -> 'payment' ->> 'last4')`,
    orderHas(sql`o.last4 = ${last4}`),
  )

const withAmount = (amount: SearchedAmount) => isAmount(operation.amount, operation.currency, amount)
