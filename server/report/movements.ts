import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  account,
  dailyRecurring,
  movementKinds,
  type RevenueMovementKind,
  subscription,
  subscriptionMovement,
} from '@/db/schema'
import { startOfDay } from '../core/clock'
import type { Context, MerchantScope } from '../core/context'
import { cursorOf, rowsAfter } from '../core/cursor'
import { type Page, pageBy } from '../core/page'
import { sumByCurrency } from '../core/sum-by-currency'
import { addDays } from '../model/calendar'
import { currency, date as day, instant } from '../model/fields'
import type { CountedAmount } from '../model/money/money'
import { type Owner, ownerColumns } from '../store/accounts'
import type { SubscriptionRow } from '../store/subscriptions'
import { isOfLostCustomer } from './customers'
import { daysAndRest } from './days'

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
  payer: Owner
  subscription: Pick<SubscriptionRow, 'number' | 'items'>
  /**
   * Why it was lost: who ended it, `term` at its agreed end, `currency` if that was changed, or failed payments. Null
   * if it was not lost.
   */
  why: 'customer' | 'merchant' | 'term' | 'currency' | 'payments failed' | null
}

/** Returns changes in subscription revenue, newest first. */
export async function listMovements(
  { db, merchant }: MerchantScope,
  { after, limit, ...search }: MovementSearch & { limit: number },
): Promise<Page<RevenueMovement>> {
  const { accountId, subscriptionId, sequence, date } = subscriptionMovement
  // Chosen before anything is joined: PostgreSQL would join all matches and sort them.
  const page = db
    .select()
    .from(subscriptionMovement)
    .where(and(conditions(merchant, search), after === undefined ? undefined : afterMovement(after)))
    .orderBy(desc(date), desc(accountId), desc(subscriptionId), desc(sequence))
    .limit(limit + 1)
    .as('page')
  // A change of currency is two movements: what is lost in one currency, and then what is new in the other.
  const isExchanged = sql<boolean>`exists (select from ${subscriptionMovement} next
    where next.merchant_id = ${page.merchantId} and next.account_id = ${page.accountId}
      and next.subscription_id = ${page.subscriptionId} and next.sequence = ${page.sequence} + 1
      and next.date = ${page.date} and next.currency <> ${page.currency})`
  const rows = await db
    .select({
      accountId: page.accountId,
      subscriptionId: page.subscriptionId,
      sequence: page.sequence,
      date: page.date,
      kind: page.kind,
      currency: page.currency,
      monthly: page.monthly,
      payer: ownerColumns,
      subscription: { number: subscription.number, items: subscription.items },
      ended: subscription.ended,
      ending: subscription.ending,
      isExchanged,
    })
    .from(page)
    .innerJoin(account, and(eq(account.merchantId, page.merchantId), eq(account.id, page.accountId)))
    .innerJoin(
      subscription,
      and(
        eq(subscription.merchantId, page.merchantId),
        eq(subscription.accountId, page.accountId),
        eq(subscription.id, page.subscriptionId),
      ),
    )
    .orderBy(desc(page.date), desc(page.accountId), desc(page.subscriptionId), desc(page.sequence))
  const cursorAt = (row: RevenueMovement) =>
    places.write([row.date.toISOString(), row.accountId, row.subscriptionId, row.sequence])
  const shown = rows.map(({ ended, ending, isExchanged, ...row }) => ({
    ...row,
    why: causeOf(row, { ended, ending, isExchanged }),
  }))
  return pageBy(shown, limit, cursorAt)
}

/** Adds up all matches, by currency: days that have totals from these. Of lost customers, each counts once. */
export async function totalMovements(
  scope: MerchantScope,
  search: Omit<MovementSearch, 'after'>,
): Promise<CountedAmount[]> {
  const counted =
    search.kind === 'churn' ? lostCustomersIn(scope.merchant, search) : await movementsIn(scope, search)
  return sumByCurrency(scope.db, counted)
}

async function movementsIn(scope: MerchantScope, search: MovementSearch): Promise<SQL> {
  const found = await daysAndRest(scope, search)
  const { date, currency, monthly } = subscriptionMovement
  const ofRows = (condition: SQL | undefined) =>
    sql`select ${currency}, count(*), sum(${monthly}) from ${subscriptionMovement} where ${condition} group by 1`
  if (!found) return ofRows(conditions(scope.merchant, search))
  return sql`${ofRows(and(found.rest(sql`${date}`), ofKind(subscriptionMovement, search)))}
    union all select currency, count, monthly from ${dailyRecurring} where ${and(found.days, ofKind(dailyRecurring, search))}`
}

/** Checks each customer once, however many subscriptions they lost. */
const lostCustomersIn = (merchant: Context['merchant'], search: MovementSearch): SQL => sql`
  select currency, count(*), sum(monthly) from (
    select currency, account_id, sum(monthly) as monthly from ${subscriptionMovement}
    where ${conditions(merchant, { ...search, kind: 'lost' })} group by 1, 2
  ) ${subscriptionMovement} where ${isOfLostCustomer(merchant.id, instantsOf(merchant, search))} group by 1`

/** A loss is recorded within this many milliseconds of the end. */
const toleranceMs = 60_000

function causeOf(
  { kind, date }: Pick<RevenueMovement, 'kind' | 'date'>,
  { ended, ending, isExchanged }: Pick<SubscriptionRow, 'ended' | 'ending'> & { isExchanged: boolean },
): RevenueMovement['why'] {
  if (kind !== 'lost') return null
  if (isExchanged) return 'currency'
  if (ended && Math.abs(ended.getTime() - date.getTime()) <= toleranceMs) return ending?.by ?? 'term'
  // Otherwise, subscriptions stop bringing something in only when their account is suspended.
  return 'payments failed'
}

function conditions(merchant: Context['merchant'], search: MovementSearch): SQL | undefined {
  const { kind, currency } = search
  const { from, until } = instantsOf(merchant, search)
  const of = subscriptionMovement
  return and(
    eq(of.merchantId, merchant.id),
    ofKind(of, { kind }),
    kind === 'churn' ? isOfLostCustomer(merchant.id, { from, until }) : undefined,
    currency === undefined ? undefined : eq(of.currency, currency),
    from && gte(of.date, from),
    until && lt(of.date, until),
  )
}

const instantsOf = ({ timeZone }: Context['merchant'], { start, end }: MovementSearch) => ({
  from: start === undefined ? undefined : startOfDay(start, timeZone),
  until: end === undefined ? undefined : startOfDay(addDays(end, 1), timeZone),
})

/** The condition for a kind, of single movements or of a day's. */
const ofKind = (
  { kind: column }: typeof subscriptionMovement | typeof dailyRecurring,
  { kind }: Pick<MovementSearch, 'kind'>,
): SQL | undefined => kind && inArray(column, kindsOf(kind))

function kindsOf(kind: NonNullable<MovementSearch['kind']>): RevenueMovementKind[] {
  switch (kind) {
    case 'less':
      return ['contraction', 'lost']
    case 'churn':
      return ['lost']
    default:
      return [kind]
  }
}

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
