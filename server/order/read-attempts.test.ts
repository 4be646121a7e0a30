// @module-tag slow

import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { runBulk } from '@/test/bulk'
import { orderOf } from '@/test/call'
import { type PlanFor, rowsRead } from '@/test/rows-read'
import { type TestMerchant, testWorld } from '@/test/world'
import { AttemptListQuery } from './attempt-filters'
import { listAttempts, totalAttempts } from './list-attempts'

const world = testWorld()
const count = 6000
let shop: TestMerchant
let orderId: string

/** As many refused orders, paid ones, and cards that were declined while they were stored, one after the other. */
beforeAll(async () => {
  shop = await world.newMerchant()
  orderId = (await orderOf(shop, 10)).id
  const { db } = world.runtime
  const created = (seconds: number) => sql`now() - make_interval(secs => 3 * n + ${seconds})`
  const operations = (prefix: string, status: string, seconds: number) => sql`
    insert into operation (merchant_id, order_id, place, id, kind, status, currency, amount, by_account, code, created)
    select ${shop.merchant}, ${prefix} || translate(lpad(n::text, 15, '0'), '0123456789', 'abcdefghij'), 1,
      gen_random_uuid(), 'authorise', ${status}, 'SEK', 100, false, 'card declined', ${created(seconds)}
    from generate_series(1, ${count}::int) n`
  await runBulk(db, [
    operations('r', 'failed', 0),
    operations('p', 'done', 1),
    sql`insert into declined_card (merchant_id, id, order_id, code, created)
      select ${shop.merchant}, gen_random_uuid(), case when n = ${count} then ${orderId} end, 'card declined', ${created(2)}
      from generate_series(1, ${count}::int) n`,
  ])
  await db.execute(sql`vacuum analyze operation, declined_card`)
})

const queryOf = (given: object) => ({ ...AttemptListQuery.parse(given), limit: 50 })

test.each<PlanFor>(['values', 'any values'])(
  'a page of attempts reads few rows with a plan for %s',
  async (plan) => {
    const read = (query: object) =>
      rowsRead(world.databaseUrl, plan, (db) => listAttempts({ ...shop.context, db }, queryOf(query)))
    const { next } = await listAttempts(shop.context, queryOf({}))
    // The driver reads about 1,500 rows about types.
    for (const after of [undefined, next]) expect(await read({ after })).toBeLessThan(2000)
    expect(await read({ order: orderId })).toBeLessThan(2000)
    // The 10,000 rows that a filter checks, and where they end. Reading all of both tables twice would be 36,000.
    for (const filter of [{ source: 'dashboard' }, { account: 'abcdefghijABCDEF' }])
      expect(await read(filter)).toBeLessThan(33_000)
  },
)

test('filtered pages have every attempt once, newest first, and its number', async () => {
  for (const kind of ['card', 'payment']) {
    const created: number[] = []
    const ids = new Set<string>()
    let after: string | undefined
    do {
      const page = await listAttempts(shop.context, { ...queryOf({ kind, after }), limit: 1000 })
      for (const row of page.rows) {
        ids.add(row.id)
        created.push(row.created.getTime())
      }
      after = page.next
    } while (after !== undefined)
    expect([ids.size, created.length]).toEqual([count, count])
    expect(created).toEqual(created.toSorted((one, other) => other - one))
  }
  expect(await totalAttempts(shop.context, {})).toMatchObject({ count: 10_000, isMore: true })
  expect(await totalAttempts(shop.context, { order: orderId })).toMatchObject({ count: 1, isMore: false })
})
