import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  account,
  movementKinds,
  type RevenueMovementKind,
  subscription,
  subscriptionMovement,
} from '@/db/schema'
import { startOfDay } from '../core/clock'
import type { Context, MerchantScope } from '../core/context'
import { cursorOf, rowsAfter } from '../core/cursor'
import { type Page, pageBy } from '../core/page'
import { addDays } from '../model/calendar'
import { currency, date as day, instant } from '../model/fields'
import type { CountedAmount } from '../model/money/money'
import type { AccountRow } from '../store/accounts'
import type { SubscriptionRow } from '../store/subscriptions'
import { lostCustomers } from './customers'

export const MovementSearch = z.strictObject({
  /** `less`: contraction and loss. `churn`: losses of customers who had subscriptions before and have none after. */
  kind: z.enum([...movementKinds, 'less', 'churn']).optional(),
  currency: currency().optional(),
  /** The first and the last day, in the merchant's time zone. */
  start: day().optional(),
  end: day().optional(),
  after: z.string().max(200).optional(),
})
type MovementSearch = z.output<typeof MovementSearch>

/** A movement with its subscription and the customer. */
export interface RevenueMovement {
  accountId: string
  subscriptionId: string
  sequence: number
  date: Date
  kind: RevenueMovementKind
  currency: string
  monthly: bigint
  customer: (typeof account.$inferSelect)['customer']
  subscription: Pick<SubscriptionRow, 'number' | 'items'>
  /**
   * Why it was lost: who ended it, `term` at its agreed end, `currency` if that was changed, or failed payments. Null
   * if it was not lost, or the reason is unknown.
   */
  why: 'customer' | 'merchant' | 'term' | 'currency' | 'payments failed' | null
}

export interface Movements extends Page<RevenueMovement> {
  /** The sums of all matches, by currency; `customers` counts accounts. */
  sums: (CountedAmount & { customers: number })[]
}

/** Returns changes in subscription revenue, newest first, and the sums of all matches. */
export async function listMovements(
  { db, merchant }: MerchantScope,
  { after, limit, ...search }: MovementSearch & { limit: number },
): Promise<Movements> {
  const { accountId, subscriptionId, sequence, date, kind, currency, monthly } = subscriptionMovement
  const matching = conditions(merchant, search)
  const [rows, sums] = await Promise.all([
    db
      .select({
        ...{ accountId, subscriptionId, sequence, date, kind, currency, monthly },
        customer: account.customer,
        subscription: { number: subscription.number, items: subscription.items },
        ended: subscription.ended,
        ending: subscription.ending,
        currencyNow: subscription.currency,
        status: account.status,
      })
      .from(subscriptionMovement)
      .innerJoin(
        account,
        and(eq(account.merchantId, subscriptionMovement.merchantId), eq(account.id, accountId)),
      )
      .innerJoin(
        subscription,
        and(
          eq(subscription.merchantId, subscriptionMovement.merchantId),
          eq(subscription.accountId, accountId),
          eq(subscription.id, subscriptionId),
        ),
      )
      .where(and(matching, after === undefined ? undefined : afterMovement(after)))
      .orderBy(desc(date), desc(accountId), desc(subscriptionId), desc(sequence))
      .limit(limit + 1),
    db
      .select({
        currency,
        count: sql`count(*)`.mapWith(Number),
        amount: sql`sum(${monthly})`.mapWith(BigInt),
        customers: sql`count(distinct ${accountId})`.mapWith(Number),
      })
      .from(subscriptionMovement)
      .where(matching)
      .groupBy(currency)
      .orderBy(desc(sql`count(*)`), currency),
  ])
  const cursorAt = (row: RevenueMovement) =>
    places.write([row.date.toISOString(), row.accountId, row.subscriptionId, row.sequence])
  const shown = rows.map(({ ended, ending, currencyNow, status, ...row }) => ({
    ...row,
    why: causeOf(row, { ended, ending, currencyNow, status }),
  }))
  return { ...pageBy(shown, limit, cursorAt), sums }
}

/** A loss is recorded within this many milliseconds of the end. */
const toleranceMs = 60_000

function causeOf(
  { kind, date, currency }: Pick<RevenueMovement, 'kind' | 'date' | 'currency'>,
  {
    ended,
    ending,
    currencyNow,
    status,
  }: Pick<SubscriptionRow, 'ended' | 'ending'> & { currencyNow: string; status: AccountRow['status'] },
): RevenueMovement['why'] {
  if (kind !== 'lost') return null
  if (ended && Math.abs(ended.getTime() - date.getTime()) <= toleranceMs) return ending?.by ?? 'term'
  if (currencyNow !== currency) return 'currency'
  return status === 'suspended' ? 'payments failed' : null
}

function conditions(
  { id, timeZone }: Context['merchant'],
  { kind, currency, start, end }: MovementSearch,
): SQL | undefined {
  const from = start === undefined ? undefined : startOfDay(start, timeZone)
  const until = end === undefined ? undefined : startOfDay(addDays(end, 1), timeZone)
  const of = subscriptionMovement
  return and(
    eq(of.merchantId, id),
    kind === 'less'
      ? inArray(of.kind, ['contraction', 'lost'])
      : kind === 'churn'
        ? and(eq(of.kind, 'lost'), isOfLostCustomer(id, from, until))
        : kind && eq(of.kind, kind),
    currency === undefined ? undefined : eq(of.currency, currency),
    from && gte(of.date, from),
    until && lt(of.date, until),
  )
}

const isOfLostCustomer = (merchantId: string, from = new Date(0), until = new Date('9999-12-31')): SQL =>
  sql`(${subscriptionMovement.currency}, ${subscriptionMovement.accountId}) in (${lostCustomers(merchantId, from, until)})`

const places = cursorOf(
  z.tuple([
    instant(),
    z.string().regex(/^[A-Za-z]{16}$/),
    z.string().regex(/^[A-Za-z]{4}$/),
    z.int().min(1).max(999_999_999),
  ]),
)

function afterMovement(after: string) {
  const [at, account, id, sequence] = places.read(after)
  const { date, accountId, subscriptionId, sequence: place } = subscriptionMovement
  return rowsAfter(
    [date, accountId, subscriptionId, place],
    [sql`${at}::timestamptz`, sql`${account}`, sql`${id}`, sql`${sequence}::int`],
  )
}
