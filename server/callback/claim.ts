import { sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { callbackAttempt, callbackDelivery } from '@/db/schema'

/** Where a merchant's callbacks go. */
export interface Address {
  merchantId: string
  url: string
}

/** An address with something waiting; `due`: to be tried now. */
export type WaitingAddress = Address & { due: boolean }

/** A delivery that this process has to itself for a while. */
export interface Claimed extends Address {
  id: string
  payload: string
  /** Until when, as the row has it: whoever else claims or replays the delivery changes it. */
  claim: string
  /** Milliseconds since it was to be delivered first, or replayed; and tries since then. */
  age: number
  tries: number
}

/** Longer than any attempt with the recording of it. Of a process that died, others try anew after that. */
export const leaseSeconds = 30

/**
 * The next addresses with anything waiting, in their order, `after` one of them. Jumps in the index from address to
 * address: one with a hundred thousand waiting costs as little as one with one.
 */
export async function waitingAddresses(
  db: Queryable,
  after: Address,
  count: number,
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
    select address.merchant_id as "merchantId", address.url,
      (select next_attempt <= now() from ${callbackDelivery} delivery
       where status = 'waiting' and delivery.merchant_id = address.merchant_id and delivery.url = address.url
       order by next_attempt limit 1) as due
    from address order by place`)
}

/** How many that are due are looked through for some that no earlier one holds up. */
const searched = 500

/**
 * Claims what is due at addresses, at most `room` for each; two workers never get the same. A delivery whose
 * subject has an earlier one at the same address that was never tried waits for that one's first try to end: so
 * all comes in order where all goes well, and one that a receiver will not take holds up nothing for long.
 */
export async function claim(
  db: Queryable,
  wanted: readonly (Address & { room: number })[],
): Promise<Claimed[]> {
  if (wanted.length === 0) return []
  const rows = await db.execute<Claimed & Record<string, unknown>>(sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(wanted)}::json)
        as address("merchantId" text, url text, room int)
    ), chosen as (
      select found.* from wanted cross join lateral (
        select delivery.merchant_id, delivery.id from (
          select merchant_id, id, next_attempt from ${callbackDelivery} waiting
          where status = 'waiting' and next_attempt <= now()
            and waiting.merchant_id = wanted."merchantId" and waiting.url = wanted.url
          order by next_attempt limit ${sql.raw(String(searched))}
        ) candidate
        join ${callbackDelivery} delivery using (merchant_id, id)
        where delivery.status = 'waiting' and delivery.next_attempt <= now() and not exists (
          select from ${callbackDelivery} earlier
          where earlier.status = 'waiting' and earlier.attempts = 0
            and earlier.merchant_id = delivery.merchant_id and earlier.url = delivery.url
            and earlier.subject = delivery.subject and earlier.position < delivery.position
        )
        order by candidate.next_attempt
        limit wanted.room
        for update of delivery skip locked
      ) found
    )
    update ${callbackDelivery} delivery
    set next_attempt = now() + make_interval(secs => ${sql.raw(String(leaseSeconds))})
    from chosen where delivery.merchant_id = chosen.merchant_id and delivery.id = chosen.id
    returning delivery.merchant_id as "merchantId", delivery.id, delivery.url, delivery.payload,
      delivery.next_attempt::text as claim,
      (extract(epoch from now() - delivery.queued) * 1000)::float8 as age,
      (select count(*) from ${callbackAttempt} attempt
       where attempt.merchant_id = delivery.merchant_id and attempt.delivery_id = delivery.id
         and attempt.date >= delivery.queued)::int as tries`)
  return rows
}

/** Gives back what was claimed and not tried: it is due again at once. */
export async function release(db: Queryable, { merchantId, id, claim }: Claimed): Promise<void> {
  await db.execute(sql`
    update ${callbackDelivery} set next_attempt = now()
    where merchant_id = ${merchantId} and id = ${id} and next_attempt = ${claim}::timestamptz`)
}
