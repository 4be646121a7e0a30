import { phone } from './screens'
import { enter, newAccountShop } from './shop'
import { expect, expectNoSidewaysScroll, test } from './test'

// The server renders these pages, and thousands of elements load faster without scripts.
test.use({ viewport: phone, locale: 'de-DE', javaScriptEnabled: false })

const long = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'

test('pages fit a phone with any names', async ({ page }) => {
  const shop = await newAccountShop({
    name: long,
    colour: '#ffe600',
    supportEmail: `${'x'.repeat(60)}@example.com`,
  })
  const { id } = await shop.customer({ name: `${long} ${'W'.repeat(300)}` })
  await shop.subscribe(id, { items: { name: long.repeat(3), price: 99_999_999, vat: 25 } })
  const lines = Array.from({ length: 500 }, (_, index) => ({
    name: `${long} ${index}`,
    price: 1.2345,
    vat: 6,
  }))
  const payment = { type: 'account', account: id }
  const large = await shop.call('POST', '/order', { items: lines, currency: 'KWD', payment })
  await shop.advance(40)
  await page.goto(await shop.link(id))
  await expectNoSidewaysScroll(page)
  await enter(page, shop, id)
  const { subscription, method } = await shop.call('GET', `/account/${id}`)
  const [order] = await shop.call('GET', `/account/${id}/order`)
  expect(method).toHaveLength(1)
  for (const path of [
    '/account',
    '/account/cards',
    '/account/cards/new',
    '/account/information',
    '/account/orders',
    `/account/orders/${order.id}`,
    `/account/orders/${large.id}`,
    `/account/subscriptions/${subscription[0].id}`,
    `/account/subscriptions/${subscription[0].id}/end`,
    '/account/signed-out',
  ]) {
    await page.goto(path)
    await expectNoSidewaysScroll(page)
  }
})
