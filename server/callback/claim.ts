import { sql } from 'drizzle-orm'
import { isAhead } from '@/db/ahead'
import type { Queryable } from '@/db/client'
import { callbackAttempt, callbackDelivery } from '@/db/schema'

/** The destination of a merchant's callbacks. */
export interface Address {
  merchantId: string
  url: string
}

/** An address with something waiting. `due`: something can be tried now. `again`: something has failed before. */
export type WaitingAddress = Address & { due: boolean; again: boolean }

/** A delivery that this process has claimed for a while. */
export interface Claimed extends Address {
  id: string
  payload: string
  /** When the claim expires, as text from the row. Claiming or resending the delivery again changes it. */
  claim: string
  /** Milliseconds since it was first due, or resent; and attempts since then. */
  age: number
  attempts: number
}

/** Longer than any attempt including its recording. If a process dies, others claim its deliveries after this time. */
export const leaseSeconds = 30

/**
 * Returns the next addresses with anything waiting, in order, starting after `after`. Skips through the index from
 * address to address: 100,000 waiting deliveries cost no more than one.
 */
export async function waitingAddresses(
  db: Queryable,
  { after, count }: { after: Address; count: number },
): Promise<WaitingAddress[]> {
  const next = (merchantId: unknown, url: unknown) => sql`
    select merchant_id, url from ${callbackDelivery}
    where status = 'waiting' and (merchant_id, url) > (${merchantId}, ${url})
    order by merchant_id, url limit 1`
  return db.execute<WaitingAddress & Record<string, unknown>>(sql`
    with recursive address as (
      select first.*, 1 as place from (${next(after.merchantId, after.url)}) first
      union all
      select next.*, place + 1 from address
      cross join lateral (${next(sql.raw('address.merchant_id'), sql.raw('address.url'))}) next
      where place < ${count}::int
    )
    select address.merchant_id as "merchantId", address.url, next.due, next.again
    from address left join lateral (
      select next_attempt <= now() as due, attempts > 0 as again from ${callbackDelivery} delivery
      where status = 'waiting' and delivery.merchant_id = address.merchant_id and delivery.url = address.url
      order by next_attempt limit 1
    ) next on true order by place`)
}

/** How many due deliveries, or subjects, of an address are searched for what no earlier delivery holds up. */
const searched = 100

/** The most deliveries claimed at a time, even if there is room for more. */
const maxAtOnce = 100

/**
 * Claims due deliveries at addresses, at most `room` for each. Two workers never claim the same one. If an earlier
 * delivery of the same subject and address was never tried, the later ones wait for its first attempt to end.
 * Callbacks therefore arrive in order when all goes well, and one that a receiver rejects does not hold up the others
 * for long.
 */
export async function claim(
  db: Queryable,
  wanted: readonly (Address & { room: number })[],
): Promise<Claimed[]> {
  if (wanted.length === 0) return []
  // The number of waiting rows changes faster than PostgreSQL's statistics, and with a wrong estimate it would read
  // all of them. So each look-up has a limit and asks for the order of the index it should use. If the first untried
  // delivery of a subject is the delivery itself or a later one, no earlier one is waiting.
  return db.execute<Claimed & Record<string, unknown>>(sql`
    with wanted as (
      select address.*, (
        select next_attempt from ${callbackDelivery} due
        where status = 'waiting' and due.merchant_id = address."merchantId" and due.url = address.url
        order by next_attempt offset ${sql.raw(String(searched))} limit 1
      ) as unsearched
      from json_to_recordset(${JSON.stringify(wanted)}::json) as address("merchantId" text, url text, room int)
    ), earliest as (
      select found.*, wanted.url from wanted cross join lateral (
        select merchant_id, id from ${callbackDelivery} delivery
        where status = 'waiting' and merchant_id = wanted."merchantId" and url = wanted.url
          and next_attempt <= least(now(), wanted.unsearched)
          and coalesce((
            select (merchant_id, url, subject, position)
              >= (delivery.merchant_id, delivery.url, delivery.subject, delivery.position)
            from ${callbackDelivery} untried
            where status = 'waiting' and attempts = 0 and (merchant_id, url, subject, position)
              >= (delivery.merchant_id, delivery.url, delivery.subject, 0)
            order by merchant_id, url, subject, position limit 1
          ), true)
        order by next_attempt
        limit wanted.room
        for update skip locked
      ) found
    ), first_of_subjects as (${firstOfSubjects}
    ), chosen as (
      select merchant_id, id from earliest union all select merchant_id, id from first_of_subjects
      limit ${sql.raw(String(maxAtOnce))}
    )
    update ${callbackDelivery} delivery
    set next_attempt = now() + make_interval(secs => ${sql.raw(String(leaseSeconds))})
    from chosen where delivery.merchant_id = chosen.merchant_id and delivery.id = chosen.id
    returning delivery.merchant_id as "merchantId", delivery.id, delivery.url, delivery.payload,
      delivery.next_attempt::text as claim,
      (extract(epoch from now() - delivery.queued) * 1000)::float8 as age,
      (select count(*) from ${callbackAttempt} attempt
       where attempt.merchant_id = delivery.merchant_id and attempt.delivery_id = delivery.id
         and attempt.date >= delivery.queued)::int as attempts`)
}

const nextSubject = (after: string) => sql`
  select subject, position, id, next_attempt from ${callbackDelivery}
  where status = 'waiting' and attempts = 0 and merchant_id = wanted."merchantId" and url = wanted.url
    and subject > ${sql.raw(after)}
  order by merchant_id, url, subject, position limit 1`

/**
 * If the earliest deliveries leave room because they wait for others, as many of one order may, claims the first untried
 * deliveries of other subjects. Skips through the index from subject to subject.
 */
const firstOfSubjects = sql`
  select found.* from wanted cross join lateral (
    select count(*) as count, coalesce(array_agg(id), '{}') as ids from earliest
    where earliest.merchant_id = wanted."merchantId" and earliest.url = wanted.url
  ) claimed cross join lateral (
    with recursive first as (
      select next.*, 1 as place from (${nextSubject(`''`)}) next
      union all
      select next.*, place + 1 from first cross join lateral (${nextSubject('first.subject')}) next
      where place < ${sql.raw(String(searched))}
    )
    select subject, position from first where next_attempt <= now() and id <> all(claimed.ids)
    order by next_attempt limit wanted.room - claimed.count
  ) free cross join lateral (
    select merchant_id, id from ${callbackDelivery}
    where status = 'waiting' and attempts = 0 and next_attempt <= now()
      and (merchant_id, url, subject, position) >= (wanted."merchantId", wanted.url, free.subject, free.position)
      and (merchant_id, url, subject, position) <= (wanted."merchantId", wanted.url, free.subject, free.position)
    order by merchant_id, url, subject, position limit 1
    for update skip locked
  ) found
  where wanted.unsearched <= now()`

/** Releases a claimed delivery that was not tried. It is due again immediately. */
export async function release(db: Queryable, { merchantId, id, claim }: Claimed): Promise<void> {
  await db.execute(sql`
    update ${callbackDelivery} set next_attempt = now()
    where merchant_id = ${merchantId} and id = ${id} and next_attempt = ${claim}::timestamptz`)
}

/**
 * Makes deliveries due that were written while PostgreSQL's clock was ahead, and would wait for as long. Those that were
 * tried before have times of their own.
 */
export const hastenDeliveries = (db: Queryable): Promise<unknown> =>
  db.execute(sql`
    update ${callbackDelivery} set next_attempt = now()
    where status = 'waiting' and attempts = 0 and ${isAhead(callbackDelivery.nextAttempt)}`)
