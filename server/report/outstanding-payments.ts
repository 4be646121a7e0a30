import { type SQL, sql } from 'drizzle-orm'
import { realClock } from '../core/clock'
import type { Context } from '../core/context'
import { sumByCurrency } from '../core/sum-by-currency'
import type { CountedAmount } from '../model/money/money'
import { expiresSoon } from '../payment/ending-authorisations'

/** Returns failed payments that are being retried: the amount at risk. */
export const retriedPayments = (context: Context): Promise<CountedAmount[]> =>
  ordersWith(context, sql`pending`, hasFailed)

/** Returns payments that are still owed after the last attempt. Their accounts are suspended. */
export const givenUpPayments = (context: Context): Promise<CountedAmount[]> =>
  ordersWith(context, sql`denied`, hasFailed)

/** Returns what can be charged only within a day, because its authorisation expires. */
export const expiringAuthorisations = (context: Context): Promise<CountedAmount[]> =>
  ordersWith(context, sql`ordered`, expiresSoon(realClock(context).now()))

const hasFailed = sql`failed_on is not null`

/** Counts the orders that meet a condition and have an amount in a state, and adds it up, by currency. */
const ordersWith = (
  { db, merchant }: Context,
  state: SQL,
  condition: SQL | undefined,
): Promise<CountedAmount[]> =>
  sumByCurrency(
    db,
    sql`select currency, count(*), sum(${state}) from "order"
      where merchant_id = ${merchant.id} and ${condition} and ${state} > 0 group by 1`,
  )
