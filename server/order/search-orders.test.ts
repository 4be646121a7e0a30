// @module-tag slow

import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { paymentColumns, runBulk } from '@/test/bulk'
import { accountWith, orderOf, visa } from '@/test/call'
import { rowsRead } from '@/test/rows-read'
import { type TestMerchant, testWorld } from '@/test/world'
import { parseSearch } from '../model/search-text'
import { listOrderBriefs } from './list-orders'
import { type OrderSort, orderSorts } from './order-sorts'
import { filtersOf, OrderSearch } from './search'
import { totalOrders } from './total-orders'

const world = testWorld()
/** More than a page of a list reads to check its filters. */
const count = 12_000
let shop: TestMerchant
let other: TestMerchant

/** Orders with hostile names, numbers, tags and metadata, by the id that the test knows them by. */
const special = {
  percent: { name: '100% Wool', number: 'P_1%', tag: 'a%b', metadata: { '50%': '_' } },
  quotes: {
    name: `Robert"); drop table 'x'`,
    number: `'"\\`,
    tag: '"',
    metadata: { note: 'say "hi" \\ bye' },
  },
  long: {
    name: `Long ${'x'.repeat(400)}`,
    number: 'L'.repeat(500),
    tag: 'long',
    metadata: { long: 'y'.repeat(400) },
  },
  rtl: { name: 'שלום עולם', number: 'עב-7', tag: 'regular-guest', metadata: { city: 'תל אביב' } },
  umlaut: { name: 'Jörg Åkesson', number: 'T-1', tag: 'Wholesale', metadata: { shoe: '42', Size: 'XL' } },
  // Letters and their accents, as some systems write them.
  accents: {
    ...{ name: 'Zoe\u0308 A\u030angstro\u0308m', number: 'A\u0308-9', tag: 'Du\u0308ne' },
    metadata: { Ort: 'Ko\u0308ln' },
  },
}
type Special = keyof typeof special
const ids = {} as Record<Special, string>

async function fill(merchant: TestMerchant): Promise<void> {
  const { id } = await orderOf(merchant, 10)
  const account = await accountWith(merchant, visa)
  const entries = Object.entries(special) as [Special, (typeof special)[Special]][]
  for (const [place, [key, { name, number, tag, metadata }]] of entries.entries()) {
    const own = await accountWith(merchant, visa)
    const orderId = `${merchant === shop ? 'Mine' : 'Else'}${key.padEnd(12, 'x')}`.slice(0, 16)
    if (merchant === shop) ids[key] = orderId
    await runBulk(world.runtime.db, [
      sql`update account set customer = ${JSON.stringify({ name, email: `${key}@example.com` })}::jsonb
        where merchant_id = ${merchant.merchant} and id = ${own.id}`,
      sql`insert into "order" (merchant_id, id, number, currency, amount, account_id, ${paymentColumns}, service_reference, ordered,
          charged, refunded, cancelled, pending, denied, created, tags, metadata)
        select merchant_id, ${orderId}, ${number}, ${place === 0 ? 'JPY' : 'EUR'}, 1977, ${own.id},
          service, payment_reference, scheme, '907' || ${place}::int, expiry_month, expiry_year, card, 'ref', 0, 1977, 0, 0, 0, 0, '2019-01-01',
          ${sql.param([tag])}::text[], ${JSON.stringify(metadata)}::jsonb
        from "order" where merchant_id = ${merchant.merchant} and id = ${id}`,
    ])
  }
  await runBulk(world.runtime.db, [
    sql`insert into "order" (merchant_id, id, number, currency, amount, account_id, ${paymentColumns}, service_reference, ordered, charged,
        refunded, cancelled, pending, denied, created)
      select merchant_id, translate(lpad(n::text, 16, '0'), '0123456789', 'abcdefghij'), '2026-' || lpad(n::text, 5, '0'), 'SEK',
        500000 + n % 3000, ${account.id}, service, payment_reference, scheme, lpad((n % 9000)::text, 4, '0'), expiry_month, expiry_year, card, 'ref', 0, 500000 + n % 3000,
        0, 0, 0, 0, '2025-01-01'::timestamptz - n * interval '1 minute'
      from "order" cross join generate_series(1, ${count}::int) n where merchant_id = ${merchant.merchant} and id = ${id}`,
    sql`update account set customer = '{"name": "Everyone Else"}' where merchant_id = ${merchant.merchant} and id = ${account.id}`,
    sql`delete from order_event where merchant_id = ${merchant.merchant} and order_id = ${id}`,
    sql`delete from "order" where merchant_id = ${merchant.merchant} and id = ${id}`,
    sql`analyze "order", account`,
  ])
}

beforeAll(async () => {
  shop = await world.newMerchant()
  other = await world.newMerchant()
  await fill(other)
  await fill(shop)
})

/** Returns the ids of all orders that a search finds, page by page. */
async function find(query: object, limit = 50, { context, merchant } = shop): Promise<string[]> {
  const filters = filtersOf(context, OrderSearch.parse(query))
  const found: string[] = []
  let after: string | undefined
  for (let pages = 0; pages < 700; pages++) {
    const { rows, next } = await listOrderBriefs(context, { ...filters, limit, after })
    for (const row of rows) expect(row.merchantId).toBe(merchant)
    found.push(...rows.map(({ id }) => id))
    if (next === undefined) return found
    after = next
  }
  throw new Error('The list has no end')
}

const searches: [string, Special[]][] = [
  ['T-1', ['umlaut']],
  ['t-1', ['umlaut']],
  ['jörg', ['umlaut']],
  ['JÖRG ÅK', ['umlaut']],
  ['umlaut@exam', ['umlaut']],
  ['jo\u0308rg', ['umlaut']],
  ['zoë', ['accents']],
  ['zoe\u0308', ['accents']],
  ['ångström', ['accents']],
  ['ä-9', ['accents']],
  ['dÜne', ['accents']],
  ['ort:köln', ['accents']],
  ['KÖLN', ['accents']],
  ['•••• 9070', ['percent']],
  ['•••• 9074', ['umlaut']],
  ['visa 9074', ['umlaut']],
  ['9074 19,77', ['umlaut']],
  ['19,77 EUR •••• 9073', ['rtl']],
  ['9070 19,77', []],
  ['1 977', ['percent']],
  ['1977 JPY', ['percent']],
  ['19,77', ['quotes', 'long', 'rtl', 'umlaut', 'accents']],
  ['19.77 EUR', ['quotes', 'long', 'rtl', 'umlaut', 'accents']],
  ['19.77 SEK', []],
  ['regular-guest', ['rtl']],
  ['wholesale', ['umlaut']],
  ['Wholesale', ['umlaut']],
  ['shoe: 42', ['umlaut']],
  ['shoe:4', ['umlaut']],
  ['shoe:43', []],
  ['size:xl', ['umlaut']],
  ['תל אביב', ['rtl']],
  ['עולם', ['rtl']],
  ['עב-7', ['rtl']],
  ['100%', ['percent']],
  ['%', ['percent']],
  ['_', ['percent']],
  ['\\', ['quotes']],
  ['"', ['quotes']],
  [`robert"); drop`, ['quotes']],
  ['say "hi" \\ bye', ['quotes']],
  ['x'.repeat(400), ['long']],
  ['L'.repeat(500), ['long']],
  ['y'.repeat(400), ['long']],
  ['Nobody of this name', []],
]

test.each(searches)('%j finds the right orders, and no others', async (search, expected) => {
  expect((await find({ search })).sort()).toEqual(expected.map((key) => ids[key]).sort())
})

test('finds part of a number, and ids of this merchant only', async () => {
  expect(await find({ search: '11999' })).toHaveLength(1)
  expect(await find({ search: '2026-0123' })).toHaveLength(10)
  expect(await find({ search: ids.rtl })).toEqual([ids.rtl])
  expect(await find({ search: ids.rtl.replace('Mine', 'Else') })).toEqual([])
  expect(await find({ search: ' ' })).toHaveLength(count + Object.keys(special).length)
})

test('finds all orders of a text that many match, page by page, and combines it with filters', async () => {
  const everyone = await find({ search: 'everyone else' }, 1000)
  expect(new Set(everyone).size).toBe(count)
  expect(everyone).toHaveLength(count)
  expect(await find({ search: 'everyone', start: '2024-12-31', end: '2024-12-31' }, 1000)).toHaveLength(1440)
  expect(await find({ search: '2026', card: '0042' })).toHaveLength(2)
  expect(await find({ search: 'jörg', tag: 'wholeSALE', sort: 'amount' })).toEqual([ids.umlaut])
  expect(await find({ search: 'jörg', tag: 'regular-guest' })).toEqual([])
})

test.each(orderSorts)(
  'a list sorted by %s begins with the order whose complete number is searched',
  async (sort) => {
    const whole = 'Elseumlautxxxxxx'
    for (const [number, search, matches] of [
      ['2026-0', '2026-0', 10_000],
      ['R-2026-0012', 'r-2026-0012', 1],
      ['2026-0012', '2026-0012', 11],
      ['#2026-0012', '#2026-0012', 11],
    ] as const) {
      await world.runtime.db.execute(
        sql`update "order" set number = ${number} where merchant_id = ${other.merchant} and id = ${whole}`,
      )
      const found = await find({ search, sort }, 200, other)
      expect(found[0]).toBe(whole)
      expect(found).toHaveLength(matches)
      expect(new Set(found).size).toBe(matches)
      expect(await find({ search, sort, currency: 'JPY' }, 200, other)).toEqual([])
      const filters = filtersOf(other.context, OrderSearch.parse({ search, currency: 'EUR' }))
      expect((await totalOrders(other.context, filters)).sums).toEqual([{ amount: 1977n, currency: 'EUR' }])
    }
  },
)

test.each(orderSorts)('a list sorted by %s has every order once, in that order', async (sort: OrderSort) => {
  const direction = sql.raw(sort === 'oldest' || sort === 'amount' ? 'asc' : 'desc')
  const expected = async (where = sql`true`) => {
    const places =
      sort === 'amount' || sort === 'amount-down'
        ? sql`currency ${direction}, amount ${direction}, id ${direction}`
        : sql`created ${direction}, id ${direction}`
    const rows = await world.runtime.db.execute<{ id: string }>(
      sql`select id from "order" where merchant_id = ${shop.merchant} and ${where} order by ${places}`,
    )
    return rows.map(({ id }) => id)
  }
  expect(await find({ sort }, 1000)).toEqual(await expected())
  expect(await find({ sort, currency: 'EUR' })).toEqual(await expected(sql`currency = 'EUR'`))
  expect(await find({ sort, card: '0042' })).toEqual(await expected(sql`last4 = '0042'`))
  expect(await find({ sort, start: '2024-12-24', least: '5015', currency: 'SEK' }, 1000)).toEqual(
    await expected(sql`currency = 'SEK' and amount >= 501500 and created >= '2024-12-23 23:00Z'`),
  )
  await expect(listOrderBriefs(shop.context, { sort, limit: 1, after: 'nonsense' })).rejects.toMatchObject({
    code: 'cursor.invalid',
  })
})

test('counts and sums what matches, up to a limit', async () => {
  const totals = (query: object) =>
    totalOrders(shop.context, filtersOf(shop.context, OrderSearch.parse(query)))
  expect(await totals({ search: '19,77' })).toEqual({
    count: 5,
    isMore: false,
    sums: [{ amount: 9885n, currency: 'EUR' }],
  })
  expect(await totals({ search: 'regular-guest', currency: 'SEK' })).toEqual({
    count: 0,
    isMore: false,
    sums: [],
  })
  const all = await totals({})
  expect(all.count).toBe(count + Object.keys(special).length)
  expect(all.sums.find(({ currency }) => currency === 'JPY')?.amount).toBe(1977n)
  const [{ sum } = { sum: '' }] = await world.runtime.db.execute<{ sum: string }>(
    sql`select sum(amount)::text as sum from "order" where merchant_id = ${shop.merchant} and currency = 'SEK'`,
  )
  expect(all.sums.find(({ currency }) => currency === 'SEK')?.amount).toBe(BigInt(sum))
})

const rowsOf = (text: string) =>
  rowsRead(world.databaseUrl, 'values', (db) =>
    listOrderBriefs({ ...shop.context, db }, { limit: 50, search: parseSearch(text) }),
  )

test('a search reads few rows', async () => {
  // About a hundred, besides 1,500 types that the driver reads when it connects.
  for (const text of ['jörg', '9074', '19,77 EUR', 'everyone', '2026', 'regular-guest', 'shoe:42']) {
    expect(await rowsOf(text)).toBeLessThan(2000)
  }
  // A text that is too short for an index is looked for in the list, of which a page reads 10,000 orders, and then the last.
  for (const text of ['T-1', '77', 'qz']) expect(await rowsOf(text)).toBeLessThan(35_000)
})
