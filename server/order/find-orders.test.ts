// @module-tag slow

import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '@/db/client'
import { paymentColumns, runBulk } from '@/test/bulk'
import { accountWith, call, orderOf, visa } from '@/test/call'
import { rowsRead } from '@/test/rows-read'
import { type TestMerchant, testWorld } from '@/test/world'
import type { OrderFilters } from './find-orders'
import { listOrderBriefs, listOrders } from './list-orders'
import { totalOrders } from './total-orders'

const world = testWorld()
const count = 60_000
let shop: TestMerchant
let account: string

/**
 * Creates 60,000 orders, a minute apart. Every 1,500th is in ISK, and the oldest 2,000 are in USD. Some are refunded,
 * cancelled, unpaid or have a failure, and of some the authorisation has expired, or expires in hours or days. An
 * account has every 7,000th.
 */
beforeAll(async () => {
  shop = await world.newMerchant()
  account = (await accountWith(shop, visa)).id
  const { id } = await orderOf(shop, 10)
  const { db } = world.runtime
  await runBulk(db, [
    sql`insert into "order" (merchant_id, id, number, currency, amount, account_id, ${paymentColumns}, service_reference, ordered, charged,
      refunded, cancelled, pending, denied, failed_on, authorised_until, created)
    select merchant_id, translate(lpad(n::text, 16, '0'), '0123456789', 'abcdefghij'), 'N-' || n % 500,
      case when n % 1500 = 0 then 'ISK' when n > ${count - 2000}::int then 'USD' else 'SEK' end, 1000 + n % 9000,
      case when n % 7000 = 0 then ${account} end, service, payment_reference, scheme, lpad((n % 9000)::text, 4, '0'), expiry_month, expiry_year, card, 'ref', 0,
      case when state = 'charged' then 1000 + n % 9000 else 0 end, case when state = 'refunded' then 1000 + n % 9000 else 0 end,
      case when state = 'cancelled' then 1000 + n % 9000 else 0 end, case when state = 'pending' then 1000 + n % 9000 else 0 end,
      case when state = 'denied' then 1000 + n % 9000 else 0 end, case when state in ('pending', 'denied') then current_date end,
      case n % 2500 when 5 then now() - interval '1 hour' when 6 then now() + interval '5 hours' when 7 then now() + interval '3 days' end,
      now() - make_interval(mins => n)
    from (select n, case when n % 20 = 1 then 'refunded' when n % 700 = 2 then 'cancelled' when n % 2000 = 3 then 'pending'
      when n % 9000 = 4 then 'denied' else 'charged' end as state from generate_series(1, ${count}::int) n) each, "order"
    where merchant_id = ${shop.merchant} and id = ${id}`,
    sql`insert into order_event (merchant_id, order_id, sequence, type, date, currency, original)
    select merchant_id, id, 1, case when refunded > 0 then 'refund' when cancelled > 0 then 'cancel' when amount % 25 = 7 then 'fail'
      else 'charge' end, created, currency, case when refunded = 0 and cancelled = 0 and amount % 25 = 7 then 'charge' end
    from "order" where merchant_id = ${shop.merchant} and id <> ${id}`,
  ])
  await db.execute(sql`vacuum analyze "order", order_event`)
})

const lists: Record<string, Omit<OrderFilters, 'limit'>> = {
  'all orders': {},
  charged: { status: 'charged' },
  'refunded (many)': { status: 'refunded' },
  'cancelled (few)': { status: 'cancelled' },
  pending: { status: 'pending' },
  denied: { status: 'denied' },
  ordered: { status: 'ordered' },
  'a rare currency': { currency: 'ISK' },
  'a currency of the oldest orders': { currency: 'USD' },
  'no such currency': { currency: 'JPY' },
  'an exact amount': { currency: 'SEK', least: 1234n, most: 1234n },
  'a range of amounts': { currency: 'SEK', least: 1000n, most: 9000n },
  'a failure': { failed: true },
  'a failure, refunded': { failed: true, status: 'refunded' },
  'an authorisation that expires': { expiringAt: new Date() },
  'a number': { number: 'N-123' },
  'a number and a currency': { number: 'N-0', currency: 'ISK' },
  'a card and a state': { last4: '0001', status: 'refunded' },
}

/** Returns the ids of all orders that match, as plain SQL finds them. */
async function expected({
  status,
  currency,
  least,
  most,
  failed,
  expiringAt,
  number,
  last4,
  account,
}: Omit<OrderFilters, 'limit'>) {
  const rows = await world.runtime.db.execute<{ id: string }>(sql`
    select id from "order" o where merchant_id = ${shop.merchant}
      and ${status ? sql`${sql.identifier(status)} > 0` : sql`true`}
      and ${currency ? sql`currency = ${currency}` : sql`true`}
      and amount >= ${least?.toString() ?? '0'}::bigint and amount <= ${most?.toString() ?? '99999999'}::bigint
      and ${failed ? sql`exists (select from order_event e where e.merchant_id = o.merchant_id and e.order_id = o.id and e.type = 'fail')` : sql`true`}
      and ${expiringAt ? sql`authorised_until between now() and now() + interval '1 day'` : sql`true`}
      and ${number ? sql`number = ${number}` : sql`true`}
      and ${account ? sql`account_id = ${account}` : sql`true`}
      and ${last4 ? sql`last4 = ${last4}` : sql`true`}
    order by created desc, id desc`)
  return rows.map(({ id }) => id)
}

test.each(Object.entries(lists))('pages of %s contain every match once, newest first', async (_, filters) => {
  const ids: string[] = []
  let after: string | undefined
  let pages = 0
  do {
    const page = await listOrderBriefs(shop.context, { ...filters, limit: 1000, after })
    ids.push(...page.rows.map(({ id }) => id))
    // A page that is not full says how far it has searched.
    if (page.next !== undefined && page.rows.length < 1000) expect(page.searchedTo).toBeInstanceOf(Date)
    if (page.next === undefined) expect(page.searchedTo).toBeUndefined()
    after = page.next
    pages++
  } while (after !== undefined && pages < 100)
  expect(ids).toEqual(await expected(filters))
})

test.each(Object.entries(lists))(
  'a page of %s reads few rows, the first and a later one',
  async (_, filters) => {
    const { next } = await listOrderBriefs(shop.context, { ...filters, limit: 20 })
    for (const after of [undefined, next]) {
      for (const plan of ['values', 'any values'] as const) {
        const list = (db: Database) => listOrders({ ...shop.context, db }, { ...filters, limit: 20, after })
        // Up to 10,000 orders, again for the place where the search ended, and the events of some.
        expect(await rowsRead(world.databaseUrl, plan, list)).toBeLessThan(25_000)
      }
    }
  },
)

test('the orders of an account are read from its own index', async () => {
  const filters = { account, limit: 5 }
  const read = await rowsRead(world.databaseUrl, 'values', (db) =>
    listOrders({ ...shop.context, db }, filters),
  )
  // The driver reads the types of all tables when it connects: 1,450 now.
  expect(read).toBeLessThan(1700)
})

test('a list that is too long to sum counts its first matches only', async () => {
  expect(await totalOrders(shop.context, { status: 'refunded' })).toEqual({
    count: 100,
    isMore: true,
    sums: [],
  })
  // Only the 10,000 orders of a page are checked. Of 50,000, about 120 would match.
  const some = { status: 'refunded', currency: 'SEK', least: 1000n, most: 1199n } as const
  expect(await totalOrders(shop.context, some)).toEqual({ count: 20, isMore: true, sums: [] })
  // Without a filter, up to 50,000 are counted.
  expect(await totalOrders(shop.context, {})).toEqual({ count: 50_000, isMore: true, sums: [] })
})

test('over REST a page without a match has the address of the next page', async () => {
  const first = await call<unknown[]>(shop.privateKey, 'GET', '/order?currency=USD&status=refunded')
  expect(first.status).toBe(200)
  expect(first.body).toEqual([])
  let link = first.headers.get('link')
  const found: unknown[] = []
  for (let pages = 0; link && pages < 10; pages++) {
    const path = /<http:\/\/kassa\.test\/v1(.+)>/.exec(link)?.[1] ?? ''
    const page = await call<unknown[]>(shop.privateKey, 'GET', path)
    found.push(...page.body)
    link = page.headers.get('link')
  }
  expect(found).toHaveLength((await expected({ currency: 'USD', status: 'refunded' })).length)
})
