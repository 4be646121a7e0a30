import { and, eq, exists, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { account, order, subscription } from '@/db/schema'
import type { Day } from '../model/calendar'

/** A day, or SQL that computes it. */
type Today = Day | SQL

/** Selects orders whose payment failed, whether retried or given up. Written like the partial index of such orders. */
export const isUnpaid = sql`(${order.pending} > 0 or ${order.denied} > 0)`

/** Selects orders whose payment failed and that were never paid, not even later, although some have since been cancelled. */
export const wasNeverPaid = sql`failed_on is not null and charged = 0 and refunded = 0`

/** What is lost of an order whose payment was given up: what is still unpaid, and what was cancelled. */
export const lostOfOrder = sql`(denied + cancelled)`

/**
 * Selects events with which a payment was given up. Repeats the condition of the index, because PostgreSQL does not
 * derive it from the other.
 */
export const givesUp = sql`recovers is not null and not recovers`

/** Selects orders whose payment was given up, and of which nothing has been paid since. */
export const isLost = sql`${wasNeverPaid} and ${lostOfOrder} > 0`

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
