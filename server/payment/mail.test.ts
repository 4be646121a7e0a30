import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { document, mail, merchant as merchants } from '@/db/schema'
import { accountWith, call, post, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { runBilling } from '../billing/run'
import { bookAll } from '../booking/book'
import { contextOf } from '../core/context'
import { chooseLanguage } from '../customer/choose-language'
import { checkBooks } from '../journal/check-books'
import { findMerchant } from '../merchant/find-merchant'
import type { Account } from '../model/account'
import type { MailData } from '../model/mail'
import type { Order } from '../model/order/schemas'
import type { Subscription } from '../model/subscription/schemas'

const world = testWorld()

const mailsOf = (shop: TestMerchant) =>
  world.runtime.db
    .select()
    .from(mail)
    .where(eq(mail.merchantId, shop.merchant))
    .orderBy(asc(mail.created), asc(mail.id))

async function newCustomer(shop: TestMerchant, pan = visa): Promise<Account> {
  const account = await accountWith(shop, pan)
  const customer = { name: 'Jane Doe', email: 'jane@example.com' }
  await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, customer)
  return account
}

test('a subscription that another system began starts without a mail', async () => {
  const shop = await world.newMerchant()
  const { id } = await newCustomer(shop)
  const path = `/account/${id}/subscription`
  const terms = { items: 100, currency: 'SEK', schedule: 'monthly', start: '2090-01-01' }
  const { body, status } = await call<Subscription[]>(shop.privateKey, 'POST', path, {
    ...terms,
    notify: false,
  })
  expect([status, await mailsOf(shop)]).toEqual([201, []])
  const replaced = { ...terms, notify: false }
  expect((await call(shop.privateKey, 'PUT', `${path}/${body[0]?.id}`, replaced)).status).toBe(400)
})

test('a refund that the card service refuses sends no mail about a failed payment', async () => {
  const shop = await world.newMerchant()
  const { id } = await newCustomer(shop, '4000000000005126')
  const terms = { items: 100, currency: 'SEK', schedule: 'monthly' }
  await call(shop.privateKey, 'POST', `/account/${id}/subscription`, terms)
  expect(await runBilling(shop.context)).toMatchObject({ charged: 1 })
  const { body: orders } = await call<Order[]>(shop.privateKey, 'GET', `/account/${id}/order`)
  expect((await post(shop, orders[0]?.id ?? '', { type: 'refund' })).status).toBe(400)
  expect((await mailsOf(shop)).map(({ template }) => template).sort()).toEqual([
    'receipt',
    'subscription-started',
  ])
})

test('receipts and refunds have the lines and VAT of their documents, in the language of the account', async () => {
  const shop = await world.newMerchant()
  const merchant = eq(merchants.id, shop.merchant)
  await world.runtime.db
    .update(merchants)
    .set({ locale: 'de-DE', bookkeeping: { defaultVat: 6 } })
    .where(merchant)
  const { id } = await newCustomer(shop)
  const change = (body: object) => call<Account>(shop.privateKey, 'PUT', `/account/${id}/language`, body)
  const choose = (language: 'en' | 'sv') => chooseLanguage(shop.context, { accountId: id, language })
  const ordered = async (items: unknown) => {
    const payment = { type: 'account', account: id }
    return (await call<Order>(shop.privateKey, 'POST', '/order', { items, currency: 'SEK', payment })).body.id
  }
  const withLines = await ordered([
    { name: 'Cup', price: 33.333333, quantity: 3, vat: 25 },
    { name: 'Coffee', unit: 'kg', price: 79.47, quantity: 0.5, vat: 12 },
  ])
  await post(shop, withLines, { type: 'charge', items: { name: 'Cup', quantity: 2 } })
  await choose('en')
  await post(shop, withLines, { type: 'charge' })
  expect((await change({ language: 'sv' })).body).toMatchObject({ id, language: 'sv' })
  await post(shop, withLines, { type: 'refund', items: { name: 'Cup', quantity: 2 } })
  await choose('en')
  const byAmount = await ordered(99.99)
  for (const items of [33.33, 0.05]) await post(shop, byAmount, { type: 'charge', items })
  // Each payment has its own VAT, which its refund takes back.
  const inCents = await ordered(0.21)
  for (const items of [0.09, 0.12]) await post(shop, inCents, { type: 'charge', items })
  await post(shop, inCents, { type: 'refund', items: 0.12 })
  // The rate of the order is that of its first document, whatever the merchant's default is now.
  const book = async () => {
    const row = await findMerchant(world.runtime.db, shop.merchant)
    if (row) await bookAll(contextOf(world.runtime, row))
  }
  await book()
  await world.runtime.db
    .update(merchants)
    .set({ bookkeeping: { defaultVat: 12 } })
    .where(merchant)
  await post(shop, byAmount, { type: 'charge', items: 66.61 })
  expect((await change({ language: null })).body).not.toHaveProperty('language')
  for (const items of [12.34, 87.65]) await post(shop, byAmount, { type: 'refund', items })
  await book()

  const mails = await mailsOf(shop)
  expect(mails.map(({ template, language }) => `${template} ${language}`)).toEqual([
    ...['receipt de', 'receipt en', 'refund sv', 'receipt sv', 'receipt sv', 'receipt sv'],
    ...['receipt sv', 'refund sv', 'receipt sv', 'refund en', 'refund en'],
  ])
  const documents = await world.runtime.db
    .select()
    .from(document)
    .where(eq(document.merchantId, shop.merchant))
    .orderBy(asc(document.moved), asc(document.sequence))
  const inMail = mails.map(({ data }) => {
    const { amount, lines, vat } = data as MailData['receipt']
    return { amount, lines: lines.map(({ total }) => total), vat }
  })
  expect(inMail).toEqual(
    documents.map(({ gross, content: { lines, totals } }) => ({
      amount: `${gross}`,
      lines: lines.flatMap((line) => (line.price === undefined ? [] : [line.gross])),
      vat: totals.map(({ rate, vat }) => ({ rate, amount: vat })).toReversed(),
    })),
  )
  expect(inMail[0]).toEqual({ amount: '8333', lines: ['8333'], vat: [{ rate: 25, amount: '1667' }] })
  expect(mails[1]?.data).toMatchObject({
    lines: [
      { quantity: 1, vat: 25 },
      { quantity: 0.5, unit: 'kg', vat: 12 },
    ],
  })
  // The order's states after each mail: 83.33 of 125.00 and 44.50, and so on.
  expect(
    mails.map(({ data }) => 'standing' in data && [data.standing?.paid, data.standing?.refunded]),
  ).toEqual([
    ['8333', '0'],
    ['16950', '0'],
    ['8617', '8333'],
    ...[
      ['3333', '0'],
      ['3338', '0'],
      ['9', '0'],
      ['21', '0'],
      ['9', '12'],
      ['9999', '0'],
    ],
    ...[
      ['8765', '1234'],
      ['0', '9999'],
    ],
  ])
})

test('units that are free move no money, so they are neither mailed nor booked', async () => {
  const shop = await world.newMerchant()
  const { id } = await newCustomer(shop)
  const items = [
    { name: 'Paid', price: 100, vat: 25 },
    { name: 'Free', price: 0, vat: 25 },
  ]
  const payment = { type: 'account', account: id }
  const { body } = await call<Order>(shop.privateKey, 'POST', '/order', { items, currency: 'SEK', payment })
  for (const name of ['Paid', 'Free']) await post(shop, body.id, { type: 'charge', items: { name } })
  await post(shop, body.id, { type: 'refund', items: { name: 'Free' } })
  await bookAll(shop.context)
  expect((await mailsOf(shop)).map(({ template }) => template)).toEqual(['receipt'])
  expect((await checkBooks(shop.context)).filter(({ broken }) => broken > 0)).toEqual([])
})

test('a mail about the end of a subscription says who ended it', async () => {
  const shop = await world.newMerchant()
  const { id } = await newCustomer(shop)
  const { body } = await call<{ key: string }>(shop.privateKey, 'POST', `/account/${id}/key`)
  const path = `/account/${id}/subscription`
  const subscribe = async (terms: object) => {
    const given = { items: 10, currency: 'SEK', schedule: 'monthly', start: '2090-01-01', ...terms }
    return (await call<{ id: string }[]>(shop.privateKey, 'POST', path, given)).body.at(-1)?.id
  }
  await call(body.key, 'DELETE', `/account/me/subscription/${await subscribe({})}`)
  await call(shop.privateKey, 'DELETE', `${path}/${await subscribe({})}`)
  await subscribe({ start: '2020-01-01', schedule: 'yearly', end: '2020-01-01' })
  await runBilling(shop.context)
  const mails = (await mailsOf(shop)).filter(({ template }) => template === 'subscription-ended')
  expect(mails.map(({ data }) => 'by' in data && data.by).sort()).toEqual(['customer', 'merchant', 'term'])
})

test('what was cancelled counts as neither paid nor refunded of the order', async () => {
  const shop = await world.newMerchant()
  const { id: account } = await newCustomer(shop)
  const payment = { type: 'account', account }
  const order = { items: 100, currency: 'SEK', payment }
  const { id } = (await call<Order>(shop.privateKey, 'POST', '/order', order)).body
  await post(shop, id, { type: 'charge', items: 60 })
  await post(shop, id, { type: 'cancel' })
  await post(shop, id, { type: 'refund', items: 10 })
  await post(shop, id, { type: 'refund' })
  const standings = (await mailsOf(shop)).map(({ data }) => 'standing' in data && data.standing)
  expect(standings).toEqual([
    { paid: '6000', refunded: '0', total: '10000' },
    { paid: '5000', refunded: '1000', total: '6000' },
    { paid: '0', refunded: '6000', total: '6000' },
  ])
})
