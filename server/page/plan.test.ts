import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lengthenLists } from '@/bench/lists'
import { type Connection, connect } from '@/db/client'
import { accountWith, orderOf, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { AccountListQuery, listAccounts } from '../account/queries'
import { listOrders, OrderListQuery } from '../order/queries'

const world = testWorld()

let shop: TestMerchant
let connection: Connection
const sent: { query: string; parameters: unknown[] }[] = []

beforeAll(async () => {
  shop = await world.newMerchant()
  await accountWith(shop, visa)
  await orderOf(shop, 10)
  await lengthenLists(world.runtime.db, shop.merchant)
  connection = connect(world.databaseUrl, {
    onQuery: (query, parameters) => sent.push({ query, parameters }),
  })
}, 120_000)
afterAll(() => connection.close())

/** How PostgreSQL goes about the statement that reads the rows of a list. */
async function planOf(list: () => Promise<unknown>): Promise<string> {
  sent.length = 0
  await list()
  const first = sent.find(({ query }) => query.includes('limit'))
  if (!first) throw new Error('The list sent nothing')
  const literal = (value: unknown) =>
    typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
  const query = first.query.replace(/\$(\d+)/g, (_, place: string) =>
    literal(first.parameters[Number(place) - 1]),
  )
  const rows = await world.runtime.db.execute<{ 'QUERY PLAN': string }>(sql.raw(`explain ${query}`))
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const middle = () => Buffer.from(`${Date.now() - 50_000_000}.aaaaaaaaaaaaaaaa`).toString('base64url')

const orderFilters = [{}, { status: 'ordered' }, { account: 'x' }, { number: 'x' }, { currency: 'SEK' }]
const accountFilters = [{}, { status: 'created' }, { number: '77' }, { email: 'A@example.com' }]

test.each([
  ...orderFilters.map((filter) => ['orders', filter] as const),
  ...accountFilters.map((filter) => ['accounts', filter] as const),
])('a page of %s with %o is read from an index in its order, at any depth', async (what, filter) => {
  for (const after of [undefined, middle()]) {
    const page = { ...filter, ...(after && { after }) }
    const { db } = connection
    const plan = await planOf(() =>
      what === 'orders'
        ? listOrders(db, shop.row, OrderListQuery.parse(page))
        : listAccounts(db, shop.merchant, AccountListQuery.parse(page)),
    )
    expect(plan).toContain('Index Scan')
    // Sorting would read everything that the filter finds, for each page.
    expect(plan).not.toMatch(/Sort|Seq Scan/)
  }
})

test('a search among 100,000 accounts goes by its index', async () => {
  const { db } = connection
  const plan = await planOf(() =>
    listAccounts(db, shop.merchant, AccountListQuery.parse({ search: 'bcdefa' })),
  )
  expect(plan).toContain('account_search')
})
