import { and, asc, desc, eq, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '@/db/client'
import { account, subscription } from '@/db/schema'
import { fail } from '../model/errors'
import { date, text } from '../model/fields'
import { escapeLike } from '../store/accounts'
import type { SubscriptionRow } from '../store/subscriptions'
import { subscriptionStatuses } from './state'

export const SubscriptionListQuery = z.strictObject({
  after: z.string().max(200).optional(),
  status: z.enum(subscriptionStatuses).optional(),
  /** Whose next date comes before this day; the soonest first. */
  due: date().optional(),
  account: text().optional(),
  /** The subscription's number or id, or part of what accounts are found by. */
  search: text().optional(),
})
type SubscriptionListQuery = z.output<typeof SubscriptionListQuery>

/** A subscription with its account. */
export interface Listed {
  row: SubscriptionRow
  account: Pick<typeof account.$inferSelect, 'status' | 'customer'>
}

/** The subscriptions of a merchant, the newest first, or the soonest due when they are asked for by that. */
export async function listAllSubscriptions(
  db: Queryable,
  merchantId: string,
  query: SubscriptionListQuery & { limit: number },
): Promise<{ rows: Listed[]; next?: string }> {
  const { limit, search } = query
  const byDue = query.due !== undefined
  const rows = await db
    .select({ row: subscription, account: { status: account.status, customer: account.customer } })
    .from(subscription)
    .innerJoin(account, itsAccount)
    .where(and(eq(subscription.merchantId, merchantId), conditions(merchantId, query), found(search)))
    .orderBy(...orderOf(byDue))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1)?.row : undefined
  return { rows: shown, ...(last && { next: cursorOf(last, byDue) }) }

  /** Two ways of being found, each by its own index and no further than the page; as an `or` they would go by none. */
  function found(text: string | undefined): SQL | undefined {
    if (text === undefined) return undefined
    const pattern = `%${escapeLike(text.toLowerCase())}%`
    const ways = [sql`${account.searchText} like ${pattern}`, eq(subscription.number, text)].map((way) =>
      db
        .select({ accountId: subscription.accountId, id: subscription.id })
        .from(subscription)
        .innerJoin(account, itsAccount)
        .where(and(eq(subscription.merchantId, merchantId), conditions(merchantId, query), way))
        .orderBy(...orderOf(byDue))
        .limit(limit + 1),
    )
    return sql`(${subscription.accountId}, ${subscription.id}) in (${sql.join(
      ways.map((way) => sql`(${way})`),
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
      // From the orders, which are few: the index of pending ones holds no others.
      return sql`(${subscription.accountId}, ${subscription.id}) in (select o.account_id, o.subscription_id
        from "order" o where o.merchant_id = ${merchantId} and o.pending > 0 and o.subscription_id is not null)`
  }
}

const cursorOf = ({ created, due, accountId, id }: SubscriptionRow, byDue: boolean): string =>
  Buffer.from(`${byDue ? due : created.getTime()}.${accountId}.${id}`).toString('base64url')

/** Compared as a row, so that an index goes straight to the place. */
function behindCursor(cursor: string, byDue: boolean): SQL {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const place = byDue ? String.raw`\d{4}-\d\d-\d\d` : String.raw`\d{1,13}`
  const [, at = '', accountId, id] =
    new RegExp(`^(${place})\\.([A-Za-z]{16})\\.([A-Za-z]{4})$`).exec(text) ?? []
  if (accountId === undefined || (byDue && !date().safeParse(at).success)) {
    throw fail('cursor.invalid', { field: 'after' })
  }
  const { created, due, accountId: ofAccount, id: ofRow } = subscription
  return byDue
    ? sql`(${due}, ${ofAccount}, ${ofRow}) > (${at}::date, ${accountId}, ${id})`
    : sql`(${created}, ${ofAccount}, ${ofRow}) < (${new Date(Number(at)).toISOString()}::timestamptz, ${accountId}, ${id})`
}
