import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Scope } from '@/server/core/context'

/** Returns how many other rows a merchant with this many orders has. */
export const crowdOf = (orders: number) => ({
  orders,
  accounts: Math.round(orders / 3),
  subscriptions: Math.round(orders / 10),
  fees: Math.round(orders * 0.9),
  refused: Math.round(orders / 20),
  callbacks: Math.round(orders / 3),
  requests: Math.round(orders / 5),
})

/** A 16-letter id without any order, like real ones. */
const letters = (prefix: string, of = 'n') =>
  sql.raw(`'${prefix}' || substr(translate(md5((${of})::text), '0123456789', 'ghijklmnop'), 1, 15)`)

/** The same id, for the questions of the benchmark. */
export function idOf(prefix: string, n: number): string {
  const hash = createHash('md5').update(String(n)).digest('hex')
  return prefix + hash.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '').slice(0, 15)
}

/** A number from 0 to 1 that looks random, but is the same for the same row. */
const random = (salt: number) => sql.raw(`(hashint4extended(n, ${salt}) & 65535)::float / 65536`)

/** One of several values; the first ones are much more frequent. */
const skewed = (salt: number, values: readonly string[]) =>
  sql`(array[${sql.raw(values.map((value) => `'${value}'`).join(', '))}])[1 + floor(${sql.raw(String(values.length))} * (${random(salt)}) ^ 3)::int]`

const given = [
  'Anna',
  'Erik',
  'Maria',
  'Lars',
  'Sofia',
  'Jonas',
  'Elin',
  'Per',
  'Chloé',
  'Lukas',
  'Ada',
  'Filip',
]
const family = [
  'Berg',
  'Haugen',
  'Åkesson',
  'Schmidt',
  'Moreau',
  'Sandberg',
  'Weber',
  'Forsman',
  'Ek',
  'Lind',
  'Holm',
]

/**
 * Fills a merchant with two years of data: customers with cards, orders in all states with their events, subscriptions,
 * refused payments, callbacks, requests. Names, currencies and states are as unevenly distributed as in real life.
 * `like` is an order of the merchant whose rows are copied.
 */
export async function fillMerchant({ db, merchant }: Scope, like: string, orders: number): Promise<void> {
  const crowd = crowdOf(orders)
  const id = merchant.id
  /** When row n of so many was created: two years ago for the first, just now for the last. */
  const made = (count: number) => sql`now() - make_interval(secs => (1 - n / ${count}::float8) * 730 * 86400)`
  const series = (count: number) => sql`generate_series(1, ${count}::int) n`
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`
    insert into account (merchant_id, id, number, customer, status, created)
    select ${id}, ${letters('A')}, (100000 + n)::text,
      jsonb_build_object('name', ${skewed(1, given)} || ' ' || ${skewed(2, family)} || ' ' || n, 'email', 'customer' || n || '@example.com'),
      case when n % 50 = 0 then 'pending' when n % 333 = 0 then 'suspended' when n % 5 = 0 then 'active' else 'created' end,
      ${made(crowd.accounts)}
    from ${series(crowd.accounts)}`)
    // Foreign keys would be checked with a plan for an empty table, which reads all rows of the merchant for each one.
    await tx.execute(sql`analyze account`)
    await tx.execute(sql`
    insert into method (merchant_id, account_id, id, position, service, service_reference, fingerprint, token, scheme, iin,
      last4, expires, created)
    select ${id}, ${letters('A')}, ${letters('C')}, 0, 'test', ${letters('C')}, 'f' || n, 't', 'visa', '411111',
      lpad((n::bigint * 7919 % 10000)::text, 4, '0'), jsonb_build_array(1 + n % 12, 27 + n % 4), now()
    from ${series(crowd.accounts)}`)
    // One order in ten thousand is in ISK; USD was given up a year ago.
    await tx.execute(sql`
    insert into "order" (merchant_id, id, number, currency, amount, account_id, service, payment_reference, scheme, iin,
      expiry_month, expiry_year, card, last4, service_reference, ordered, charged,
      refunded, cancelled, pending, denied, failed_on, retry_on, created)
    select ${id}, ${letters('O')}, 'N-' || n, currency, amount, ${letters('A', `1 + (n::bigint * 7919) % ${crowd.accounts}`)},
      o.service, o.payment_reference, o.scheme, o.iin, o.expiry_month, o.expiry_year, o.card,
      lpad((n::bigint * 7919 % 10000)::text, 4, '0'),
      case when state in ('pending', 'denied') then null else 'ref' end,
      case state when 'ordered' then amount else 0 end, case when state in ('charged', 'recovered') then amount else 0 end,
      case state when 'refunded' then amount else 0 end, case state when 'cancelled' then amount else 0 end,
      case state when 'pending' then amount else 0 end, case state when 'denied' then amount else 0 end,
      case when state in ('pending', 'denied', 'recovered') then made::date end, case when state = 'pending' then current_date + 1 end, made
    from (
      select n, 500 + (n::bigint * 104729 % 200000) as amount,
        case when n % 10000 = 7 then 'ISK' when n % 1000 = 3 then 'DKK' when n % 100 = 9 then 'NOK' when n % 15 = 0 then 'EUR'
          when n < ${crowd.orders}::int / 2 and n % 200 = 1 then 'USD' else 'SEK' end as currency,
        case when n % 1000 = 1 then 'pending' when n % 1000 = 2 then 'denied' when n % 1000 = 4 then 'recovered'
          when n > ${crowd.orders}::int * 0.99 and n % 3 = 0 then 'ordered'
          when n % 25 = 3 then 'refunded' when n % 400 = 7 then 'cancelled' else 'charged' end as state,
        ${made(crowd.orders)} as made
      from ${series(crowd.orders)}
    ) each, (select service, payment_reference, scheme, iin, expiry_month, expiry_year, card from "order" where merchant_id = ${id} and id = ${like}) o`)
    await tx.execute(sql`analyze "order"`)
    const columns = 'merchant_id, order_id, sequence, type, date, amount, currency, original, error'
    const event = sql.raw(`insert into order_event (${columns})`)
    const filled = sql`from "order" where merchant_id = ${id} and id <> ${like}`
    await tx.execute(sql`
    ${event} select merchant_id, id, 1, 'order', created, null, currency, null, null ${filled}`)
    await tx.execute(sql`
    ${event} select merchant_id, id, 2, 'charge', created + interval '2 hours', amount, currency, null, null ${filled} and charged + refunded > 0 and failed_on is null`)
    await tx.execute(sql`
    ${event} select merchant_id, id, 3, 'refund', created + interval '1 day', amount, currency, null, null ${filled} and refunded > 0`)
    await tx.execute(sql`
    ${event} select merchant_id, id, 2, 'cancel', created + interval '1 day', amount, currency, null, null ${filled} and cancelled > 0`)
    await tx.execute(sql`
    insert into order_event (${sql.raw(columns)}, recovers)
    select merchant_id, id, 2, 'fail', created, null, currency, 'charge',
      '{"code":"card declined","description":"The card was declined."}'::jsonb, case when denied > 0 then false end
      ${filled} and failed_on is not null`)
    await tx.execute(sql`
    insert into order_event (merchant_id, order_id, sequence, type, date, amount, currency, recovers)
    select merchant_id, id, 3, 'charge', least(created + interval '3 days', now()), amount, currency, true ${filled}
      and failed_on is not null and charged > 0`)
    // Documents of these movements are taken as issued. Otherwise, the worker would issue them while others are measured.
    await tx.execute(sql`delete from unbooked where merchant_id = ${id}`)
    await tx.execute(sql`
    insert into operation (merchant_id, id, order_id, place, kind, status, currency, amount, by_account, code, created, settled)
    select ${id}, gen_random_uuid(), ${letters('X')}, 1, 'authorise', 'failed', 'SEK', 1000, false, 'card declined', at, at
    from (select n, ${made(crowd.refused)} as at from ${series(crowd.refused)}) each`)
    await tx.execute(sql`
    insert into subscription (merchant_id, account_id, id, number, items, currency, amount, schedule, start, due, created)
    select ${id}, ${letters('A', 'n * 3')}, substr(${letters('')}, 1, 4), 'S-' || n, '99.5', 'SEK', 9950,
      '{"frequency":"monthly"}', current_date - 300 + n % 28, current_date + 1 + n % 28, ${made(crowd.subscriptions)}
    from ${series(crowd.subscriptions)}`)
    // One in eight has changed its price, and one in twelve has ended.
    await tx.execute(sql`
    update subscription set amount = case when amount % 3 = 0 then 12000 else 8000 end
    where merchant_id = ${id} and hashint4(substr(number, 3)::int) % 8 = 0`)
    await tx.execute(sql`
    update subscription set due = null, "end" = now()::date - 1, ended = greatest(created, now() - interval '300 days' * random())
    where merchant_id = ${id} and hashint4(substr(number, 3)::int) % 12 = 1`)
    // Not all at this moment, as the triggers saw it.
    await tx.execute(sql`
    update subscription_movement m set date = s.created + (now() - s.created) * random() from subscription s
    where m.merchant_id = ${id} and m.sequence > 1 and m.kind <> 'lost'
      and s.merchant_id = m.merchant_id and s.account_id = m.account_id and s.id = m.subscription_id`)
    await tx.execute(sql`
    insert into settlement_entry (merchant_id, service, id, kind, amount, fee, net, currency, date, is_booked)
    select ${id}, 'stripe', 'txn_' || n, 'charge', 10000, 290, 9710, 'SEK', ${made(crowd.fees)}, true from ${series(crowd.fees)}`)
    await tx.execute(sql`
    insert into request_log (merchant_id, id, request_id, date, method, path, status, milliseconds, key_id)
    select ${id}, ${letters('R')}, 'req-' || n, now() - make_interval(secs => n / ${crowd.requests}::float8 * 7 * 86400), 'POST', '/v1/order',
      case when n % 2000 = 0 then 400 else 201 end, 20, 'key'
    from ${series(crowd.requests)}`)
    await tx.execute(sql`
    insert into callback_delivery (merchant_id, id, url, type, subject, order_id, payload, status, created, queued, next_attempt)
    select ${id}, ${letters('D')}, 'https://shop.example/callbacks', 'order.created', 's', ${letters('O')}, '{}',
      case when n % 5000 = 0 then 'failed' else 'delivered' end, at, at, at
    from (select n, ${made(crowd.callbacks)} as at from ${series(crowd.callbacks)}) each`)
  })
  await db.execute(sql`set statement_timeout = 0`)
  await db.execute(
    sql`vacuum analyze account, method, "order", order_event, operation, subscription, subscription_movement, settlement_entry,
      request_log, callback_delivery, unbooked`,
  )
}
