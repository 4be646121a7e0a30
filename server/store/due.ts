import { and, eq, exists, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { account, order, subscription } from '@/db/schema'
import type { Day } from '../model/calendar'

/** A day, or SQL that computes it. */
type Today = Day | SQL

/** Selects orders whose next payment attempt is due. */
export const isRetryDue = (today: Today): SQL | undefined => lte(order.retryOn, today)

/** Selects subscriptions with a date to bill. Subscriptions of suspended accounts are not billed. */
export const isDue = (db: Queryable, today: Today): SQL | undefined =>
  and(lte(subscription.due, today), exists(accountOf(db, sql`${account.status} <> 'suspended'`)))

/**
 * Selects subscriptions whose planned change takes effect. A date before it that waits to be billed is billed first, at
 * the old price. While an account is suspended, no dates wait.
 */
export const isChangeDue = (db: Queryable, today: Today): SQL | undefined =>
  and(
    isNotNull(subscription.planned),
    lte(sql`(${subscription.planned} ->> 'from')`, sql`(${today})::date::text`),
    or(
      isNull(subscription.due),
      gt(subscription.due, today),
      exists(accountOf(db, eq(account.status, 'suspended'))),
    ),
  )

/**
 * Selects subscriptions that have reached their end and have nothing left to bill. Dates that passed while an account
 * was suspended are not billed later, so a suspended account does not delay the end.
 */
export const isFinished = (db: Queryable, today: Today): SQL | undefined =>
  and(
    lte(subscription.end, today),
    isNull(subscription.ended),
    or(sql`${subscription.ending} ->> 'period' is null`, lt(subscription.end, today)),
    or(
      isNull(subscription.due),
      and(lt(subscription.end, today), exists(accountOf(db, eq(account.status, 'suspended')))),
    ),
  )

const accountOf = (db: Queryable, condition: SQL) =>
  db
    .select({ one: sql`1` })
    .from(account)
    .where(
      and(eq(account.merchantId, subscription.merchantId), eq(account.id, subscription.accountId), condition),
    )
