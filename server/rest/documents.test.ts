import { expect, test } from 'vitest'
import { accountWith, call, orderOf, post, visa } from '@/test/call'
import { testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { dayOf } from '../model/calendar'
import { Document } from './document-response'

const world = testWorld()

test('documents are listed newest first, by filter and in pages, and by order', async () => {
  const shop = await world.newMerchant()
  const { id: account } = await accountWith(shop, visa)
  const payment = { type: 'account', account }
  const items = [
    { name: 'Coffee', quantity: 2, unit: 'bag', price: 79.2, vat: 12 },
    { name: 'Delivery', price: 39.2, vat: 25 },
  ]
  const { body: order } = await call<{ id: string }>(shop.privateKey, 'POST', '/order', {
    items,
    currency: 'SEK',
    payment,
  })
  await post(shop, order.id, { type: 'charge', items: [{ name: 'Coffee' }] })
  await post(shop, order.id, { type: 'charge' })
  await post(shop, order.id, { type: 'refund', items: [{ name: 'Delivery' }] })
  const other = await orderOf(shop, 10, { currency: 'EUR' })
  await post(shop, other.id, { type: 'charge' })
  await bookAll(shop.context)

  const list = async (query = '') =>
    (await call<Document[]>(shop.privateKey, 'GET', `/document${query}`)).body
  const all = await list()
  expect(all.map(({ kind, amount, currency }) => [kind, amount, currency])).toEqual([
    ['receipt', 10, 'EUR'],
    ['credit-note', 49, 'SEK'],
    ['receipt', 137.7, 'SEK'],
    ['receipt', 88.71, 'SEK'],
  ])
  const [euros, credit, second, first] = all
  expect(second).toMatchObject({
    order: order.id,
    account,
    items: [
      {
        name: 'Coffee',
        quantity: 1,
        unit: 'bag',
        price: 79.2,
        rate: 12,
        net: 79.19,
        vat: 9.51,
        amount: 88.7,
      },
      { name: 'Delivery', quantity: 1, price: 39.2, rate: 25, net: 39.2, vat: 9.8, amount: 49 },
    ],
    totals: [
      { rate: 25, net: 39.2, vat: 9.8, amount: 49, category: 'S' },
      { rate: 12, net: 79.19, vat: 9.51, amount: 88.7, category: 'S' },
    ],
    ...{ net: 118.39, vat: 19.31, amount: 137.7 },
    pdf: `http://kassa.test/v1/document/${second?.id}.pdf`,
  })
  expect(credit?.corrects).toEqual([second?.id])
  expect(second).not.toHaveProperty('corrects')
  const today = dayOf(new Date(), shop.row.timeZone)
  const filters: [string, (Document | undefined)[]][] = [
    ['?kind=credit-note', [credit]],
    ['?currency=EUR', [euros]],
    [`?order=${order.id}&kind=receipt`, [second, first]],
    [`?account=${account}`, [credit, second, first]],
    [`?number=${first?.number}`, [first]],
    [`?start=${today}&end=${today}`, all],
    ['?end=2020-01-01', []],
  ]
  for (const [query, expected] of filters) expect(await list(query), query).toEqual(expected)
  const page = await call<Document[]>(shop.privateKey, 'GET', '/document?limit=3')
  const after = new URL(/<(.*)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '').search
  expect([...page.body, ...(await list(after))]).toEqual(all)

  expect((await call(shop.privateKey, 'GET', `/order/${order.id}/document`)).body).toEqual([
    credit,
    second,
    first,
  ])
  expect((await call(shop.privateKey, 'GET', `/document/${first?.id}`)).body).toEqual(first)

  const { body: issued } = await call<{ key: string }>(shop.privateKey, 'POST', `/account/${account}/key`)
  const own = (path: string) => call<Document[]>(issued.key, 'GET', path)
  expect((await own('/document')).body).toEqual([credit, second, first])
  expect((await own(`/document?order=${other.id}`)).body).toEqual([])
  expect((await own(`/order/${order.id}/document`)).status).toBe(200)
  expect((await own(`/order/${other.id}/document`)).status).toBe(404)
  expect((await own(`/document/${euros?.id}`)).status).toBe(404)
})

test('the reference names what an account needs for an invoice', async () => {
  const shop = await world.newMerchant()
  const kindFor = async (address: object) => {
    const { id: account } = await accountWith(shop, visa)
    await call(shop.privateKey, 'PUT', `/account/${account}/customer`, { name: 'Jane Doe', address })
    const payment = { type: 'account', account }
    const { body: order } = await call<{ id: string }>(shop.privateKey, 'POST', '/order', {
      ...{ items: 10, currency: 'SEK', payment },
    })
    await post(shop, order.id, { type: 'charge' })
    await bookAll(shop.context)
    const { body } = await call<Document[]>(shop.privateKey, 'GET', `/order/${order.id}/document`)
    return body.map(({ kind }) => kind)
  }
  expect(await kindFor({ city: 'Uppsala', countryCode: 'SE' })).toEqual(['receipt'])
  expect(await kindFor({ city: 'Uppsala', zipCode: '753 10' })).toEqual(['invoice'])
  expect(await kindFor({ city: 'Uppsala', street: 'Long Street 1' })).toEqual(['invoice'])
  expect(Document.shape.kind.description).toContain('a `city` and a `street` or `zipCode`')
})
