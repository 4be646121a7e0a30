// @module-tag slow

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lengthenLists } from '@/bench/lists'
import { type Connection, connect } from '@/db/client'
import { order } from '@/db/schema'
import { accountWith, orderOf, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Context } from '../core/context'
import { writePosition } from '../core/page'
import { listOrderBriefs, listOrders, OrderListQuery, orderListing } from '../order/list-orders'
import { hasAuthorisation } from '../store/authorisations'
import { AccountListQuery, accountListing } from './list-accounts'

const world = testWorld()

let shop: TestMerchant
let connection: Connection
const sent: { query: string; parameters: unknown[] }[] = []

beforeAll(async () => {
  shop = await world.newMerchant()
  await accountWith(shop, visa)
  await orderOf(shop, 10)
  await lengthenLists(shop.context, 40_000)
  connection = connect(world.databaseUrl, {
    onQuery: (query, parameters) => sent.push({ query, parameters }),
  })
})
afterAll(() => connection.close())

/** Returns PostgreSQL's plan for the statement that reads the rows of a list. */
async function planOf(list: () => Promise<unknown>): Promise<string> {
  sent.length = 0
  await list()
  // Filters and searches may have been tried in another way before.
  const last = sent.findLast(({ query }) => query.includes('limit'))
  if (!last) throw new Error('The list sent nothing')
  const literal = (value: unknown) =>
    typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
  const query = last.query.replace(/\$(\d+)/g, (_, place: string) =>
    literal(last.parameters[Number(place) - 1]),
  )
  const rows = await world.runtime.db.execute<{ 'QUERY PLAN': string }>(sql.raw(`explain ${query}`))
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const middle = () => writePosition({ created: new Date(Date.now() - 20_000_000), id: 'aaaaaaaaaaaaaaaa' })

const orderFilters = [{}, { status: 'ordered' }, { account: 'x' }, { number: 'x' }, { currency: 'SEK' }]
const accountFilters = [{}, { status: 'created' }, { number: '77' }, { email: 'A@example.com' }]

/** Short pages of orders, pages of any length, and pages of the dashboard. */
const orderLists = { short: listOrders, long: orderListing, brief: listOrderBriefs }

type List = (context: Context, query: object) => Promise<unknown>

test.each([
  ...Object.entries(orderLists).flatMap(([kind, list]) =>
    orderFilters.map((filter): [string, object, List] => [
      `orders, ${kind},`,
      filter,
      (context, query) => list(context, OrderListQuery.parse(query)),
    ]),
  ),
  ...accountFilters.map((filter): [string, object, List] => [
    'accounts',
    filter,
    (context, query) => accountListing(context, AccountListQuery.parse(query)),
  ]),
])('a page of %s with %o is read from an index in its order, at any depth', async (_, filter, list) => {
  for (const after of [undefined, middle()]) {
    const { db } = connection
    const plan = await planOf(() => list({ ...shop.context, db }, { ...filter, ...(after && { after }) }))
    expect(plan).toContain('Index Scan')
    // Sorting would read all matching rows for each page. Rows of the same instant may be sorted.
    expect(plan).not.toMatch(/(?<!Incremental )Sort {2}|Seq Scan on "?(order|account)/)
    if (after) expect(plan).toMatch(/Index Cond: .*created/)
  }
})

// The second has two forms in Unicode.
test.each(['bcdefa', 'bcdefä'])('a search for %s among 40,000 accounts uses its index', async (search) => {
  const { db } = connection
  const plan = await planOf(() => accountListing({ ...shop.context, db }, AccountListQuery.parse({ search })))
  expect(plan).toContain('account_search')
})

test('the orders of payments at a card service are found by an index, whatever the service', async () => {
  const named = { service: 'stripe', references: ['pi_1', 'pi_2'] }
  const found = connection.db.select().from(order).where(hasAuthorisation(shop.context, named)).toSQL()
  // The plan that a connection keeps for all values of the parameters.
  const plan = await world.runtime.db.execute<{ 'QUERY PLAN': string }>(
    sql.raw(`explain (generic_plan) ${found.sql}`),
  )
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('order_authorisation')
})
