import { and, asc, desc, eq, isNotNull, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import * as z from 'zod'
import { account, subscription } from '@/db/schema'
import type { Scope } from '../core/context'
import { cursorOf, rowsAfter } from '../core/cursor'
import { isOneOf } from '../core/one-of'
import { type Page, pageBy } from '../core/page'
import { date, instant } from '../model/fields'
import { numbersMeant, parseSearch } from '../model/search-text'
import { type Owner, ownerColumns } from '../store/accounts'
import type { SubscriptionRow } from '../store/subscriptions'
import { conditionsOf, hasNumber, itsAccount, meaningsOf, SubscriptionFilters } from './subscription-filters'

export const SubscriptionListQuery = SubscriptionFilters.extend({
  /** Newest first unless given, or soonest first if they are filtered by a last due date. */
  sort: z.enum(['newest', 'oldest', 'due', 'due-down']).optional(),
  after: z.string().max(200).optional(),
})
type SubscriptionListQuery = z.output<typeof SubscriptionListQuery>

/** A subscription with its account. */
export interface Listed {
  row: SubscriptionRow
  account: Owner
}

/** Returns the subscriptions of a merchant, newest first, or soonest due first when filtered by due date. */
export async function listAllSubscriptions(
  { db, merchant }: Scope,
  { limit, after, sort: wanted, ...filters }: SubscriptionListQuery & { limit: number },
): Promise<Page<Listed>> {
  const { search, due } = filters
  const sort = wanted ?? (due === undefined ? 'newest' : 'due')
  const page = and(
    conditionsOf(merchant.id, filters),
    isByDue(sort) ? isNotNull(subscription.due) : undefined,
    after === undefined ? undefined : afterCursor(after, sort),
  )
  // Each is limited to the page.
  const ofPage = (meaning: SQL | undefined, from?: SQL) =>
    selectIds(db, and(page, meaning), from)
      .orderBy(...orderOf(sort))
      .limit(limit + 1)
  const found =
    search === undefined
      ? undefined
      : isFoundBy([
          ...(await meaningsOf({ db, merchant }, search)).map((meaning) => ofPage(meaning)),
          byNumber({ db, merchant }, search, ofPage),
        ])
  const rows = await db
    .select({ row: subscription, account: ownerColumns })
    .from(subscription)
    .innerJoin(account, itsAccount)
    .where(and(page, found))
    .orderBy(...orderOf(sort))
    .limit(limit + 1)
  return pageBy(rows, limit, ({ row }) => cursorAt(row, sort))
}

/** Returns the newest subscriptions whose complete number is searched for. */
export const subscriptionsNumbered = (
  { db, merchant }: Scope,
  { search, limit }: { search: string; limit: number },
): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscription)
    .where(
      and(
        eq(subscription.merchantId, merchant.id),
        isOneOf(subscription.number, numbersMeant(parseSearch(search))),
      ),
    )
    .orderBy(...orderOf('newest'))
    .limit(limit)

/** Whether a subscription is found: by a union of selections, each with its own index. With `or`, none would be used. */
function isFoundBy(selections: SQLWrapper[]): SQL {
  const each = selections.map((selection) => sql`(${selection})`)
  return sql`(${subscription.accountId}, ${subscription.id}) in (${sql.join(each, sql` union all `)})`
}

/** Up to this many subscriptions with a part of a number are all read and sorted for each page. */
const fewNumbers = 10_000

/**
 * Selects the subscriptions whose number is meant by a search. If they are few, as usual, the index on numbers finds
 * them. PostgreSQL cannot know that beforehand: it would read the list until a page is full, which may be all of it.
 */
function byNumber(
  { db, merchant }: Scope,
  search: string,
  ofPage: (meaning: SQL | undefined, from?: SQL) => SQLWrapper,
): SQL {
  const number = hasNumber(search)
  const some = db
    .select()
    .from(subscription)
    .where(and(eq(subscription.merchantId, merchant.id), number))
    .limit(fewNumbers + 1)
  const isFew = sql`(select count(*) from numbered) <= ${fewNumbers}::int`
  return sql`with numbered as materialized (${some})
    (${ofPage(isFew, sql`numbered ${subscription}`)}) union all (${ofPage(and(number, not(isFew)))})`
}

/** Selects ids from subscriptions, or from rows that go by that name. */
const selectIds = (
  db: Scope['db'],
  condition: SQL | undefined,
  from: SQL | typeof subscription = subscription,
) =>
  db
    .select({ accountId: sql`${subscription.accountId}`, id: sql`${subscription.id}` })
    .from(from)
    // Each has an account. With an inner join, PostgreSQL would read it even if no condition needs it.
    .leftJoin(account, itsAccount)
    .where(condition)

/**
 * Counts the subscriptions that match filters, and adds up their monthly revenue by currency. One that has ended, or
 * whose account is suspended, has none.
 */
export async function totalSubscriptions({ db, merchant }: Scope, filters: SubscriptionFilters) {
  const { search } = filters
  const found =
    search === undefined
      ? undefined
      : isFoundBy(
          [...(await meaningsOf({ db, merchant }, search)), hasNumber(search)].map((meaning) =>
            selectIds(db, and(conditionsOf(merchant.id, filters), meaning)),
          ),
        )
  // As the movements count it.
  const brings = sql`${subscription.ended} is null and ${account.status} <> 'suspended'`
  const monthly = sql`monthly_amount(${subscription.amount}, ${subscription.schedule})`
  const rows = await db
    .select({
      currency: subscription.currency,
      count: sql`count(*)`.mapWith(Number),
      amount: sql`coalesce(sum(${monthly}) filter (where ${brings}), 0)`.mapWith(BigInt),
    })
    .from(subscription)
    .innerJoin(account, itsAccount)
    .where(and(conditionsOf(merchant.id, filters), found))
    .groupBy(subscription.currency)
    .orderBy(sql`2 desc`, subscription.currency)
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    sums: rows.map(({ currency, amount }) => ({ currency, amount })),
  }
}

type Sort = NonNullable<SubscriptionListQuery['sort']>

const isByDue = (sort: Sort) => sort === 'due' || sort === 'due-down'
const isUp = (sort: Sort) => sort === 'due' || sort === 'oldest'

const columnsOf = (sort: Sort) =>
  [isByDue(sort) ? subscription.due : subscription.created, subscription.accountId, subscription.id] as const

const orderOf = (sort: Sort): SQL[] =>
  columnsOf(sort).map((column) => (isUp(sort) ? asc(column) : desc(column)))

const rowId = [z.string().regex(/^[A-Za-z]{16}$/), z.string().regex(/^[A-Za-z]{4}$/)] as const
const byCreation = cursorOf(z.tuple([instant(), ...rowId]))
const byDueDate = cursorOf(z.tuple([date(), ...rowId]))

const cursorAt = ({ created, due, accountId, id }: SubscriptionRow, sort: Sort): string =>
  isByDue(sort)
    ? byDueDate.write([due ?? '', accountId, id])
    : byCreation.write([created.toISOString(), accountId, id])

function afterCursor(cursor: string, sort: Sort): SQL {
  const [at, accountId, id] = (isByDue(sort) ? byDueDate : byCreation).read(cursor)
  return rowsAfter(
    columnsOf(sort),
    [isByDue(sort) ? sql`${at}::date` : sql`${at}::timestamptz`, sql`${accountId}`, sql`${id}`],
    isUp(sort) ? 'ascending' : 'descending',
  )
}
