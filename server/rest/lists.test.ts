// @module-tag slow

import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { account, merchant, order } from '@/db/schema'
import { accountWith, call, orderOf, post, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Account } from '../model/account'
import type { Order } from '../model/order/schemas'

const world = testWorld()

type Listed = Pick<Account, 'id'> & { created?: string }

const list = <T = Listed>({ privateKey }: TestMerchant, path: string) => call<T[]>(privateKey, 'GET', path)
const idsOf = async (shop: TestMerchant, path: string) => (await list(shop, path)).body.map(({ id }) => id)

/** Returns the address in the Link header, as a path below the base address. */
function nextOf(headers: Headers): string | undefined {
  const link = headers.get('link')
  if (link === null) return undefined
  const [, address = ''] = /^<(.+)>; rel="next"$/.exec(link) ?? []
  expect(address).toMatch(/^http:\/\/kassa\.test\/v1\//)
  return address.replace('http://kassa.test/v1', '')
}

/** Returns every id of a list, page by page; `between` runs after each page. */
async function walk(
  shop: TestMerchant,
  path: string,
  between: () => Promise<unknown> = async () => undefined,
) {
  const pages: string[][] = []
  for (let at: string | undefined = path; at !== undefined; ) {
    const { status, body, headers } = await list(shop, at)
    expect(status).toBe(200)
    pages.push(body.map(({ id }) => id))
    at = nextOf(headers)
    await between()
  }
  return pages
}

const create = async (shop: TestMerchant, body: object = {}) =>
  (await call<Account>(shop.privateKey, 'POST', '/account', { method: [], ...body })).body.id

async function newAccounts(shop: TestMerchant, count: number, body?: object): Promise<string[]> {
  const ids: string[] = []
  for (let created = 0; created < count; created++) ids.unshift(await create(shop, body))
  return ids
}

describe('pages', () => {
  test('follow the Link header through a list: newest first, without duplicates or gaps', async () => {
    const shop = await world.newMerchant()
    const ids = await newAccounts(shop, 25)
    // Newest first. Within a millisecond the order is arbitrary, but always the same.
    const whole = await idsOf(shop, '/account')
    expect(new Set(whole)).toEqual(new Set(ids))
    const pages = await walk(shop, '/account?limit=10')
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5])
    expect(pages.flat()).toEqual(whole)
    expect((await walk(shop, '/account?limit=25')).length).toBe(1)
    expect((await walk(shop, '/account?limit=1')).flat()).toEqual(whole)
  })

  test('have no gaps when many rows were created at the same instant', async () => {
    const shop = await world.newMerchant()
    const ids = await newAccounts(shop, 7)
    await world.runtime.db
      .update(account)
      .set({ created: new Date() })
      .where(eq(account.merchantId, shop.merchant))
    expect((await walk(shop, '/account?limit=2')).flat().sort()).toEqual([...ids].sort())
  })

  test('stay the same while new rows are created', async () => {
    const shop = await world.newMerchant()
    await newAccounts(shop, 12)
    const before = await idsOf(shop, '/account')
    const pages = await walk(shop, '/account?limit=5', async () => {
      world.clock.advance(1000)
      return create(shop)
    })
    expect(pages.flat()).toEqual(before)
  })

  test('keep the filters in the Link header', async () => {
    const shop = await world.newMerchant()
    const wanted = await newAccounts(shop, 5, { number: 'å & b=c' })
    await newAccounts(shop, 5, { number: 'other' })
    const pages = await walk(shop, `/account?number=${encodeURIComponent('å & b=c')}&limit=2`)
    expect(pages.flat().sort()).toEqual([...wanted].sort())
    expect(pages.length).toBe(3)
  })

  test("of orders, and of one account's orders by its own key", async () => {
    const shop = await world.newMerchant()
    const { id } = await accountWith(shop, visa)
    for (let created = 0; created < 5; created++) {
      await orderOf(shop, 10)
      const payment = { type: 'account', account: id }
      await call(shop.publicKey, 'POST', '/order', { items: 10, currency: 'SEK', payment })
      world.clock.advance(1000)
    }
    const { body } = await list<Order>(shop, '/order')
    expect(body.map(({ created }) => created)).toEqual(
      [...body.map(({ created }) => created)].sort().reverse(),
    )
    expect((await walk(shop, '/order?limit=3')).flat()).toEqual(body.map((each) => each.id))
    const own = body.filter(({ payment }) => payment.account === id).map((each) => each.id)
    expect((await walk(shop, `/account/${id}/order/?limit=2`)).flat()).toEqual(own)
    const { key } = (await call<{ key: string }>(shop.privateKey, 'POST', `/account/${id}/key`)).body
    expect((await walk({ ...shop, privateKey: key }, '/account/me/order?limit=2')).flat()).toEqual(own)
  })

  test('have 100 rows by default', async () => {
    const shop = await world.newMerchant()
    await newAccounts(shop, 101)
    expect((await walk(shop, '/account')).map((page) => page.length)).toEqual([100, 1])
    expect((await walk(shop, '/account?limit=1000')).map((page) => page.length)).toEqual([101])
  })
})

describe('GET /account', () => {
  let shop: TestMerchant
  let created: Record<'bare' | 'jane' | 'asa' | 'odd' | 'card', string>

  beforeAll(async () => {
    shop = await world.newMerchant()
    created = {
      bare: await create(shop),
      jane: await create(shop, {
        number: '10042',
        customer: { name: 'Jane Doe', email: 'Jane.Doe@Example.com' },
      }),
      asa: await create(shop, { number: 'B_2', customer: { name: 'ÅSA Öberg', email: 'asa@example.com' } }),
      odd: await create(shop, { number: '100%', customer: { name: 'a\\b', phone: '%' } }),
      card: (await accountWith(shop, visa)).id,
    }
  })

  test.each<[string, (keyof typeof created)[]]>([
    ['number=10042', ['jane']],
    ['number=1004', []],
    ['email=jane.doe@example.com', ['jane']],
    ['email=JANE.DOE@EXAMPLE.COM', ['jane']],
    ['email=doe@example.com', []],
    ['status=active', ['card']],
    ['status=created', ['odd', 'asa', 'jane', 'bare']],
    ['status=suspended', []],
    ['search=e%20doe', ['jane']],
    ['search=EXAMPLE.COM', ['asa', 'jane']],
    ['search=004', ['jane']],
    ['search=%C3%A5sa%20%C3%B6BERG', ['asa']],
    ['search=%25', ['odd']],
    ['search=0%25', ['odd']],
    ['search=_', ['asa']],
    ['search=b_2', ['asa']],
    ['search=%5C', ['odd']],
    ['search=a%5Cb', ['odd']],
    ['search=%25%25', []],
    ['search=a%25b', []],
    ['status=created&search=jane&number=10042', ['jane']],
    ['status=active&search=jane%20doe', []],
  ])('%s', async (query, names) => {
    expect(await idsOf(shop, `/account?${query}`)).toEqual(names.map((name) => created[name]))
  })

  test.each([
    ['ΓΕΩΡΓΙΟΣ ΠΑΠΑΣ', ['ΓΕΩΡΓΙΟΣ', 'γεωργιος παπας', 'ΓΙΟΣ Π', 'παπας']],
    ['Γιώργος Παππάς', ['ΓΙΏΡΓΟΣ', 'παππάς', 'Γιωργος']],
    ['İBRAHİM Şahin', ['İBRAHİM', 'i̇brahi̇m', 'ibrahim', 'İBRAHİM ŞAHİN'.toLowerCase(), 'HİM ŞAH', 'sahin']],
    ['Zoë Weiß', ['zoe', 'ZOE\u0308', 'weiss', 'Weiß', 'ë w']],
    ['Noe\u0308l Sorensen', ['noel', 'Noël', 'Sørensen']],
  ])('finds the name %s, ignoring case and accents', async (name, searches) => {
    const id = await create(shop, { customer: { name } })
    for (const search of searches)
      expect(await idsOf(shop, `/account?search=${encodeURIComponent(search)}`)).toEqual([id])
  })

  test('finds an organisation by its identity number, but no person', async () => {
    const identityNumber = '550101-0018'
    const company = await create(shop, { customer: { type: 'organisation', identityNumber } })
    await create(shop, { customer: { type: 'person', identityNumber } })
    expect(await idsOf(shop, '/account?search=0101-00')).toEqual([company])
  })

  test('finds an account by its id, ignoring case', async () => {
    expect(await idsOf(shop, `/account?search=${created.jane.toUpperCase()}`)).toEqual([created.jane])
    expect(await idsOf(shop, `/account?search=${created.jane.slice(3, 12)}`)).toEqual([created.jane])
  })
})

describe('GET /order', () => {
  test('filters by state, number, account and currency', async () => {
    const shop = await world.newMerchant()
    const { id } = await accountWith(shop, visa)
    const payment = { type: 'account', account: id }
    const content = { number: 'N 1', items: 10, currency: 'EUR', payment }
    const { id: euro } = (await call<Order>(shop.publicKey, 'POST', '/order', content)).body
    world.clock.advance(1000)
    const { id: part } = await orderOf(shop, 100)
    await post(shop, part, { type: 'charge', items: 30 })
    await post(shop, part, { type: 'refund', items: 10 })
    const cases: [string, string[]][] = [
      ['', [part, euro]],
      ['status=ordered', [part, euro]],
      ['status=charged', [part]],
      ['status=refunded', [part]],
      ['status=cancelled', []],
      ['status=denied', []],
      ['number=N%201', [euro]],
      ['number=N', []],
      [`account=${id}`, [euro]],
      ['account=nobody', []],
      ['currency=EUR', [euro]],
      ['currency=JPY', []],
      ['status=ordered&currency=SEK', [part]],
    ]
    for (const [query, ids] of cases) expect(await idsOf(shop, `/order?${query}`), query).toEqual(ids)
  })

  test.each([
    ['Europe/Stockholm', '2026-01-15', '2026-01-14T23:00:00.000Z', '2026-01-15T22:59:59.999Z'],
    ['Europe/Stockholm', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['Europe/Stockholm', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['America/Los_Angeles', '2026-07-01', '2026-07-01T07:00:00.000Z', '2026-07-02T06:59:59.999Z'],
    ['Asia/Kathmandu', '2026-02-28', '2026-02-27T18:15:00.000Z', '2026-02-28T18:14:59.999Z'],
    ['Pacific/Kiritimati', '2024-02-29', '2024-02-28T10:00:00.000Z', '2024-02-29T09:59:59.999Z'],
    // Days whose midnight is skipped, or comes twice.
    ['America/Santiago', '2025-09-07', '2025-09-07T04:00:00.000Z', '2025-09-08T02:59:59.999Z'],
    ['America/Santiago', '2025-04-06', '2025-04-06T04:00:00.000Z', '2025-04-07T03:59:59.999Z'],
    ['Asia/Beirut', '2025-03-30', '2025-03-29T22:00:00.000Z', '2025-03-30T20:59:59.999Z'],
    ['America/Havana', '2025-11-02', '2025-11-02T04:00:00.000Z', '2025-11-03T04:59:59.999Z'],
  ])('a day in %s is the local day: %s', async (timeZone, day, first, last) => {
    const { db } = world.runtime
    const shop = await world.newMerchant()
    await db.update(merchant).set({ timeZone }).where(eq(merchant.id, shop.merchant))
    const at = async (created: number) => {
      const { id } = await orderOf(shop, 1)
      await db
        .update(order)
        .set({ created: new Date(created) })
        .where(eq(order.id, id))
      return id
    }
    const before = await at(Date.parse(first) - 1)
    const within = [await at(Date.parse(last)), await at(Date.parse(first))]
    const after = await at(Date.parse(last) + 1)
    expect(await idsOf(shop, `/order?start=${day}&end=${day}`)).toEqual(within)
    expect(await idsOf(shop, `/order?start=${day}`)).toEqual([after, ...within])
    expect(await idsOf(shop, `/order?end=${day}`)).toEqual([...within, before])
  })

  test('a period that ends before it begins is empty', async () => {
    const shop = await world.newMerchant()
    await orderOf(shop, 1)
    expect(await idsOf(shop, '/order?start=2027-01-02&end=2027-01-01')).toEqual([])
  })
})
