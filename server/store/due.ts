import { and, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { order, subscription } from '@/db/schema'
import type { Day } from '../model/calendar'

/** A day, or SQL that computes it. */
type Today = Day | SQL

/** Selects orders whose next payment attempt is due. */
export const isRetryDue = (today: Today): SQL | undefined => lte(order.retryOn, today)

/** Written as in the index of what can be billed. */
const isPaused = sql`${subscription.paused}`

/** Selects subscriptions with a date to bill. Subscriptions of suspended accounts are not billed. */
export const isDue = (today: Today): SQL | undefined =>
  and(lte(subscription.due, today), sql`not ${isPaused}`)

const plannedFrom = sql`(${subscription.planned} ->> 'from')`

/**
 * Selects subscriptions whose planned change takes effect. A date before it that waits to be billed is billed first, at
 * the old price. While an account is suspended, no dates wait. After the end of a subscription, nothing takes effect.
 */
export const isChangeDue = (today: Today): SQL | undefined =>
  and(
    isNotNull(subscription.planned),
    lte(plannedFrom, sql`(${today})::date::text`),
    or(isNull(subscription.end), lte(plannedFrom, sql`${subscription.end}::text`)),
    or(isNull(subscription.due), gt(subscription.due, today), isPaused),
  )

/**
 * Selects subscriptions that have reached their end and have nothing left to bill. Dates that passed while an account
 * was suspended are not billed later, so a suspended account does not delay the end.
 */
export const isFinished = (today: Today): SQL | undefined =>
  and(
    lte(subscription.end, today),
    isNull(subscription.ended),
    or(sql`${subscription.ending} ->> 'period' is null`, lt(subscription.end, today)),
    or(isNull(subscription.due), and(lt(subscription.end, today), isPaused)),
  )
