import { sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { callbackAttempt, callbackDelivery } from '@/db/schema'
import { hideCardNumbers } from '../model/card-number'
import type { Claimed } from './claim'
import { endOutage, outageGoesOn } from './outages'
import { retryIn } from './retry'

/** The outcome of an attempt: a response, or the reason why there was none. */
export interface DeliveryOutcome {
  /** When it began, and how long it took. */
  date: Date
  ms: number
  status?: number
  responseBody?: string
  error?: string
}

const isDelivered = ({ status }: Pick<DeliveryOutcome, 'status'>): boolean =>
  status !== undefined && status >= 200 && status < 300

/**
 * Stores an attempt and updates the delivery: delivered, to be retried, or failed. Returns which. Updates the outage of
 * the address. A failure does not change a delivery that another process has claimed, or that was resent, in the
 * meantime. PostgreSQL dates the attempt, because only attempts since the delivery was queued count: with the clock of a
 * worker that is behind, none would, and the shortest gap would follow each of them.
 */
export async function record(
  db: Queryable,
  { merchantId, id, url, claim, age, attempts }: Claimed,
  { date, ms, status = null, responseBody = null, error = null }: NullableOutcome,
): Promise<'delivered' | 'waiting' | 'failed'> {
  const delivered = status !== null && isDelivered({ status })
  const gap = retryIn({ attempts: attempts + 1, age: age + ms }, Math.random())
  const next = delivered ? 'delivered' : gap === undefined ? 'failed' : 'waiting'
  await db.execute(sql`
    with delivery as (
      update ${callbackDelivery} set
        attempts = attempts + 1,
        status = case when ${delivered}::boolean or next_attempt = ${claim}::timestamptz
          then ${next} else status end,
        next_attempt = case when ${next}::text = 'waiting' and next_attempt = ${claim}::timestamptz
          then now() + make_interval(secs => ${(gap ?? 0) / 1000}::float8) else next_attempt end
      where merchant_id = ${merchantId} and id = ${id}
      returning attempts
    )
    ${delivered ? sql`` : sql`, failing as (${outageGoesOn({ merchantId, url }, { date, status, error })})`}
    insert into ${callbackAttempt} (merchant_id, delivery_id, number, date, ms, status, answer, error)
    select ${merchantId}::text, ${id}::text, attempts, now() - make_interval(secs => ${ms / 1000}::float8), ${ms}::int,
      ${status}::int, ${responseBody && hideCardNumbers(responseBody)}::text, ${error}::text
    from delivery`)
  if (delivered) await endOutage(db, { merchantId, url }, date)
  return next
}

type NullableOutcome = { [Name in keyof DeliveryOutcome]: DeliveryOutcome[Name] | null } & Pick<
  DeliveryOutcome,
  'date' | 'ms'
>
