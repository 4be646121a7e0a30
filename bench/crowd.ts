import { sql } from 'drizzle-orm'
import type { Scope } from '@/server/core/context'

export const crowd = { accounts: 100_000, orders: 500_000, subscriptions: 20_000, requests: 100_000 }

const letters = (prefix: string, of = 'n') =>
  sql.raw(`'${prefix}' || translate(lpad((${of})::text, 15, '0'), '0123456789', 'abcdefghij')`)

const names =
  sql.raw(`(array['Anna','Erik','Maria','Lars','Sofia','Jonas','Elin','Per','Chloé','Lukas','Ada','Filip'])[1 + n % 12]
  || ' ' || (array['Berg','Haugen','Åkesson','Schmidt','Moreau','Sandberg','Weber','Forsman','Ek','Lind','Holm'])[1 + n % 11]
  || ' ' || n`)

/**
 * Fills a merchant with two years of data: customers with cards, orders in all states with their events,
 * subscriptions, refused payments, callbacks, requests. `like` is an order of the merchant whose rows are copied.
 */
export async function fillMerchant({ db, merchant }: Scope, like: string): Promise<void> {
  const day = sql.raw(`interval '1 day'`)
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`
    insert into account (merchant_id, id, number, customer, status, created)
    select ${merchant.id}, ${letters('A')}, (100000 + n)::text,
      jsonb_build_object('name', ${names}, 'email', 'customer' || n || '@example.com'),
      case when n % 50 = 0 then 'pending' when n % 333 = 0 then 'suspended' when n % 5 = 0 then 'active' else 'created' end,
      now() - n * (730 * ${day}) / ${crowd.accounts}::int
    from generate_series(1, ${crowd.accounts}::int) n`)
    await tx.execute(sql`
    insert into method (merchant_id, account_id, id, position, service, service_reference, fingerprint, token, scheme, iin,
      last4, expires, created)
    select ${merchant.id}, ${letters('A')}, ${letters('C')}, 0, 'test', ${letters('C')}, 'f' || n, 't', 'visa', '411111',
      lpad((n::bigint * 7919 % 10000)::text, 4, '0'), jsonb_build_array(1 + n % 12, 27 + n % 4), now()
    from generate_series(1, ${crowd.accounts}::int) n`)
    await tx.execute(sql`
    insert into "order" (merchant_id, id, number, currency, amount, account_id, payment, service_reference, ordered, charged,
      refunded, cancelled, pending, denied, failed_on, created)
    select ${merchant.id}, ${letters('O')}, 'N-' || n, currency, amount, ${letters('A', '1 + n % 100000')},
      o.payment || jsonb_build_object('last4', lpad((n::bigint * 7919 % 10000)::text, 4, '0')),
      case when state in ('pending', 'denied') then null else 'ref' end,
      case state when 'ordered' then amount else 0 end, case state when 'charged' then amount else 0 end,
      case state when 'refunded' then amount else 0 end, case state when 'cancelled' then amount else 0 end,
      case state when 'pending' then amount else 0 end, case state when 'denied' then amount else 0 end,
      case when state = 'pending' then current_date end, made
    from (
      select n, 500 + (n::bigint * 104729 % 200000) as amount,
        (array['SEK','SEK','SEK','SEK','SEK','SEK','EUR','EUR','NOK','DKK'])[1 + n % 10] as currency,
        case when n % 1000 = 1 then 'pending' when n % 1000 = 2 then 'denied' when n % 12 = 5 then 'ordered'
          when n % 25 = 3 then 'refunded' when n % 40 = 7 then 'cancelled' else 'charged' end as state,
        now() - n * (730 * ${day}) / ${crowd.orders}::int as made
      from generate_series(1, ${crowd.orders}::int) n
    ) each, (select payment from "order" where merchant_id = ${merchant.id} and id = ${like}) o`)
    const event = sql.raw(
      'insert into order_event (merchant_id, order_id, sequence, type, date, amount, currency, original, error)',
    )
    await tx.execute(sql`
    ${event} select merchant_id, id, 1, 'order', created, null, currency, null, null from "order"
    where merchant_id = ${merchant.id} and id <> ${like}`)
    await tx.execute(sql`
    ${event} select merchant_id, id, 2, 'charge', created + interval '2 hours', amount, currency, null, null from "order"
    where merchant_id = ${merchant.id} and id <> ${like} and charged + refunded > 0`)
    await tx.execute(sql`
    ${event} select merchant_id, id, 3, 'refund', created + ${day}, amount, currency, null, null from "order"
    where merchant_id = ${merchant.id} and id <> ${like} and refunded > 0`)
    await tx.execute(sql`
    ${event} select merchant_id, id, 2, 'fail', created, null, currency, 'charge',
      '{"code":"card_declined","description":"The card was declined."}' from "order"
    where merchant_id = ${merchant.id} and id <> ${like} and pending + denied > 0`)
    await tx.execute(sql`
    insert into operation (merchant_id, id, order_id, place, kind, status, currency, amount, by_account, code, created, settled)
    select ${merchant.id}, gen_random_uuid(), ${letters('X')}, 1, 'authorise', 'failed', 'SEK', 1000, false, 'card_declined', at, at
    from (select n, now() - n * (730 * ${day}) / 25000 as at from generate_series(1, 25000) n) each`)
    await tx.execute(sql`
    insert into subscription (merchant_id, account_id, id, number, items, currency, amount, schedule, start, due, created)
    select ${merchant.id}, ${letters('A', 'n * 5')}, 'Abcd', 'S-' || n, '99.5', 'SEK', 9950,
      '{"frequency":"monthly"}', current_date - 300 + n % 28, current_date + 1 + n % 28, now() - n * interval '20 minutes'
    from generate_series(1, ${crowd.subscriptions}::int) n`)
    await tx.execute(sql`
    insert into request_log (merchant_id, id, request_id, date, method, path, status, milliseconds, key_id)
    select ${merchant.id}, ${letters('R')}, 'req-' || n, now() - n * (7 * ${day}) / ${crowd.requests}::int, 'POST', '/v1/order',
      case when n % 40 = 0 then 400 else 201 end, 20, 'key'
    from generate_series(1, ${crowd.requests}::int) n`)
    await tx.execute(sql`
    insert into callback_delivery (merchant_id, id, url, type, subject, order_id, payload, status, created, queued, next_attempt)
    select ${merchant.id}, ${letters('D')}, 'https://shop.example/callbacks', 'order.created', 's', ${letters('O')}, '{}',
      case when n % 5000 = 0 then 'failed' else 'delivered' end, at, at, at
    from (select n, now() - n * interval '1 minute' as at from generate_series(1, 200000) n) each`)
  })
  await db.execute(
    sql`vacuum analyze account, method, "order", order_event, operation, subscription, request_log, callback_delivery`,
  )
}
