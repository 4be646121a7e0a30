import { sql } from 'drizzle-orm'
import { type OperationKind, operation } from '@/db/schema'
import type { MerchantScope } from '../core/context'
import { instantOf, milliseconds } from '../core/instants'
import { type Page, type PageRequest, pageOf } from '../core/page'
import { maxWalked, partOfWalk, walked } from '../core/walk'
import { type Day, dayOf } from '../model/calendar'
import type { Scheme } from '../model/card/schemas'
import { nextRetry } from '../model/order/unpaid'
import { attemptOf } from '../payment/payment-mail'
import {
  type AttemptFilters,
  type AttemptListQuery,
  attemptsIn,
  newestAttempts,
  type PaymentAttemptSource,
  sourceOf,
} from './attempt-filters'
import { type ListTotals, sumOf } from './total-orders'

/** A request to a card service that was refused or failed. `store`: to store a card, which has no amount. */
export interface Attempt {
  id: string
  created: Date
  kind: OperationKind | 'store'
  currency: string | null
  amount: bigint | null
  /** Why it failed: a decline code, `no card` or `never arrived`. */
  code: string
  /** Whether the card service had reported it as done before. */
  isReversed: boolean
  /** Null if it was not recorded. */
  source: PaymentAttemptSource | null
  /** Who asked for it, as events have it. */
  actor: string | null
  /** The id that the order has, or would have had; null for a card that was not entered to pay an order. */
  orderId: string | null
  /** Whether there is an order: one that was refused when it was created has no row. */
  hasOrder: boolean
  number: string | null
  accountId: string | null
  card: { scheme: Scheme; last4: string } | null
  subscriptionId: string | null
  /** Which of how many planned attempts it was, for the payment of a subscription. Null if somebody requested it. */
  attempt: { number: number; of: number } | null
  /** For the latest attempt of an unpaid order, or its only one in the list: when the next one is. */
  retryOn: Day | null
  /** Whether the account is suspended if that one fails. */
  isLastRetry: boolean
  /** Whether all attempts failed, and the account is suspended until it is paid. */
  isGivenUp: boolean
  /** The order that was paid since: this one, or another one with its number. */
  paidOrderId: string | null
}

/**
 * Returns failed attempts of a merchant, newest first unless sorted otherwise, from everywhere: checkout, account page,
 * subscriptions, the dashboard and keys. With `account` or `order`, only theirs.
 */
export async function listAttempts(
  context: MerchantScope,
  { limit, ...query }: AttemptListQuery & PageRequest,
): Promise<Page<Attempt>> {
  const found = attemptsIn(context, query)
  const newest = await read(
    context,
    'rows' in found ? sql`${found.rows} limit ${limit + 1}::int` : walked(found.walk, limit + 1),
    query.unpaid !== undefined,
  )
  const isOldest = query.sort === 'oldest'
  const rows = isOldest ? newest.toReversed() : newest
  if ('rows' in found || rows.length > limit) return pageOf(rows, limit)
  return partOfWalk(context.db, found.walk, rows, undefined, isOldest ? 'ascending' : 'descending')
}

/** The number of failed attempts and the sums of their amounts, up to a limit. */
export async function totalAttempts(context: MerchantScope, filters: AttemptFilters): Promise<ListTotals> {
  const found = attemptsIn(context, filters)
  if ('rows' in found) return sumOf(context, found.rows)
  const totals = await sumOf(context, walked(found.walk, maxWalked))
  const [further] = await context.db.execute(
    sql`select true from ${found.walk.from} where ${found.walk.indexed} offset ${maxWalked}::int limit 1`,
  )
  return further ? { ...totals, isMore: true, sums: [] } : totals
}

type StoredAttempt = Omit<Attempt, 'created' | 'amount' | 'attempt' | 'isLastRetry' | 'code'> & {
  at: number
  /** When it failed. */
  failedAt: number
  amount: string | null
  code: string | null
  /** The day on which the payment of its order first failed. */
  failedOn: Day | null
}

/** Reads attempts. `isOncePerOrder`: each is the only one of its order, so it states what is next for the order. */
async function read(
  { db, merchant }: MerchantScope,
  rows: ReturnType<typeof sql>,
  isOncePerOrder: boolean,
): Promise<Attempt[]> {
  const before = sql`from operation other where other.merchant_id = operation.merchant_id and other.order_id = operation.order_id`
  const isLatest = sql`not exists (select ${before} and other.place > operation.place and other.kind = operation.kind)`
  const saysNext = isOncePerOrder ? sql`true` : isLatest
  const number = sql`coalesce(o.number, operation.draft ->> 'number')`
  const stored = await db.execute<StoredAttempt & Record<string, unknown>>(sql`
    select operation.id, ${milliseconds(operation.created)} as at, operation.kind, operation.currency, operation.amount::text,
      operation.code, exists (select from order_event failed where failed.merchant_id = operation.merchant_id
        and failed.order_id = operation.order_id and failed.reference = operation.id and failed.type = 'fail'
        and failed.amount is not null) as "isReversed", ${sourceOf} as source, operation.actor, operation.order_id as "orderId", o.id is not null as "hasOrder",
      ${number} as number, coalesce(o.account_id, operation.draft ->> 'accountId') as "accountId",
      coalesce(operation.payer -> 'card', (operation.draft -> 'payment')::jsonb,
        case when o.last4 is not null then jsonb_build_object('scheme', o.scheme, 'last4', o.last4) end) as card,
      o.subscription_id as "subscriptionId",
      ${milliseconds(sql`coalesce(operation.settled, operation.created)`)} as "failedAt", o.failed_on::text as "failedOn",
      ${isLatest} as "isLatest",
      case when operation.kind = 'pay' and ${saysNext} and o.pending > 0 then o.retry_on::text end as "retryOn",
      coalesce(operation.kind = 'pay' and ${saysNext} and o.denied > 0, false) as "isGivenUp",
      case when operation.kind in ('pay', 'store') then case when o.charged + o.refunded > 0 then o.id end
        when operation.kind = 'authorise' and ${number} is not null then (select later.id from "order" later
          where later.merchant_id = operation.merchant_id and later.number = ${number}
            and later.created >= operation.created and later.ordered + later.charged + later.refunded > 0
            and (operation.draft ->> 'accountId' is null or later.account_id is null or later.account_id = operation.draft ->> 'accountId')
          order by later.created limit 1) end as "paidOrderId"
    from (${rows}) operation
    left join "order" o on o.merchant_id = operation.merchant_id and o.id = operation.order_id
    order by ${newestAttempts}`)
  return stored.map(({ at, failedAt, failedOn, isLatest, amount, code, card, ...row }) => ({
    ...row,
    created: instantOf(at),
    amount: amount === null ? null : BigInt(amount),
    code: code ?? 'acquirer error',
    card: card && { scheme: card.scheme, last4: card.last4 },
    // The number of an earlier attempt does not go with what is next.
    attempt:
      !isLatest && (row.retryOn !== null || row.isGivenUp)
        ? null
        : placeOf({ ...row, code: code ?? '', failedAt: instantOf(failedAt), failedOn }, merchant),
    isLastRetry: row.retryOn !== null && isLast(attemptOf({ ...row, failedOn }, merchant)),
  }))
}

/**
 * Returns which of the planned attempts it was: the number in the mail about it. Null for payments that the merchant or
 * the customer requested, which are in addition to these, and for those that were lost and therefore repeated.
 */
function placeOf(
  row: Pick<Attempt, 'kind' | 'code' | 'actor' | 'retryOn' | 'isGivenUp'> & {
    failedAt: Date
    failedOn: Day | null
  },
  merchant: MerchantScope['merchant'],
): Attempt['attempt'] {
  const { kind, code, actor, failedAt, failedOn, isGivenUp } = row
  if (kind !== 'pay' || actor !== null || failedOn === null) return null
  if (code === 'never arrived' && !isGivenUp) return null
  const planned = () => nextRetry(failedOn, merchant.retryDays, dayOf(failedAt, merchant.timeZone)) ?? null
  const retryOn = isGivenUp ? null : (row.retryOn ?? planned())
  const { attempt, attempts } = attemptOf({ failedOn, retryOn }, merchant)
  return { number: attempt, of: attempts }
}

const isLast = ({ attempt, attempts }: ReturnType<typeof attemptOf>) => attempt + 1 >= attempts
