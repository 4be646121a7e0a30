import { and, asc, desc, eq, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { account, subscription } from '@/db/schema'
import type { Scope } from '../core/context'
import { behind, cursorOf } from '../core/cursor'
import { type Page, pageBy } from '../core/page'
import { date, instant, text } from '../model/fields'
import { contains } from '../store/list-accounts'
import type { SubscriptionRow } from '../store/subscriptions'
import { subscriptionStatuses } from './state'

export const SubscriptionListQuery = z.strictObject({
  after: z.string().max(200).optional(),
  status: z.enum(subscriptionStatuses).optional(),
  /** Only subscriptions whose next date is before this day, soonest first. */
  due: date().optional(),
  account: text().optional(),
  /** The subscription's number or id, or part of what accounts are searched by. */
  search: text().optional(),
})
type SubscriptionListQuery = z.output<typeof SubscriptionListQuery>

/** A subscription with its account. */
export interface Listed {
  row: SubscriptionRow
  account: Pick<typeof account.$inferSelect, 'status' | 'customer'>
}

/** Returns the subscriptions of a merchant, newest first, or soonest due first when filtered by due date. */
export async function listAllSubscriptions(
  { db, merchant }: Scope,
  query: SubscriptionListQuery & { limit: number },
): Promise<Page<Listed>> {
  const { limit, search } = query
  const byDue = query.due !== undefined
  const rows = await db
    .select({ row: subscription, account: { status: account.status, customer: account.customer } })
    .from(subscription)
    .innerJoin(account, itsAccount)
    .where(and(eq(subscription.merchantId, merchant.id), conditions(merchant.id, query), found(search)))
    .orderBy(...orderOf(byDue))
    .limit(limit + 1)
  return pageBy(rows, limit, ({ row }) => cursorAt(row, byDue))

  /**
   * A union of two searches, each with its own index and limited to the page. With `or`, neither index would be used.
   */
  function found(text: string | undefined): SQL | undefined {
    if (text === undefined) return undefined
    const searches = [contains(text), eq(subscription.number, text)].map((condition) =>
      db
        .select({ accountId: subscription.accountId, id: subscription.id })
        .from(subscription)
        .innerJoin(account, itsAccount)
        .where(and(eq(subscription.merchantId, merchant.id), conditions(merchant.id, query), condition))
        .orderBy(...orderOf(byDue))
        .limit(limit + 1),
    )
    return sql`(${subscription.accountId}, ${subscription.id}) in (${sql.join(
      searches.map((condition) => sql`(${condition})`),
      sql` union all `,
    )})`
  }
}

const itsAccount = and(
  eq(account.merchantId, subscription.merchantId),
  eq(account.id, subscription.accountId),
)

const orderOf = (byDue: boolean) =>
  byDue
    ? [asc(subscription.due), asc(subscription.accountId), asc(subscription.id)]
    : [desc(subscription.created), desc(subscription.accountId), desc(subscription.id)]

const conditions = (merchantId: string, { status, due, account: id, after }: SubscriptionListQuery) =>
  and(
    status && hasStatus(merchantId, status),
    due === undefined ? undefined : lt(subscription.due, due),
    id === undefined ? undefined : eq(subscription.accountId, id),
    after === undefined ? undefined : behindCursor(after, due !== undefined),
  )

function hasStatus(
  merchantId: string,
  status: NonNullable<SubscriptionListQuery['status']>,
): SQL | undefined {
  switch (status) {
    case 'active':
      return and(isNull(subscription.ended), ne(account.status, 'suspended'))
    case 'suspended':
      return and(isNull(subscription.ended), eq(account.status, 'suspended'))
    case 'ended':
      return isNotNull(subscription.ended)
    case 'retrying':
      // Starts from the orders, which are few: the index of unpaid orders holds no others.
      return sql`(${subscription.accountId}, ${subscription.id}) in (select o.account_id, o.subscription_id
        from "order" o where o.merchant_id = ${merchantId} and o.pending > 0 and o.subscription_id is not null)`
  }
}

const rowId = [z.string().regex(/^[A-Za-z]{16}$/), z.string().regex(/^[A-Za-z]{4}$/)] as const
const byCreation = cursorOf(z.tuple([instant(), ...rowId]))
const byDueDate = cursorOf(z.tuple([date(), ...rowId]))

const cursorAt = ({ created, due, accountId, id }: SubscriptionRow, byDue: boolean): string =>
  byDue
    ? byDueDate.write([due ?? '', accountId, id])
    : byCreation.write([created.toISOString(), accountId, id])

function behindCursor(cursor: string, byDue: boolean): SQL {
  const [at, accountId, id] = (byDue ? byDueDate : byCreation).read(cursor)
  const { created, due, accountId: ofAccount, id: ofRow } = subscription
  return behind(
    [byDue ? due : created, ofAccount, ofRow],
    [byDue ? sql`${at}::date` : sql`${at}::timestamptz`, sql`${accountId}`, sql`${id}`],
    byDue ? 'ascending' : 'descending',
  )
}
