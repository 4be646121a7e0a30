import { readdirSync, readFileSync } from 'node:fs'
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { account as accounts, mail, method } from '@/db/schema'
import { call, type ErrorBody, post, tokenFor, visa } from '@/test/call'
import { type dashboard, dashboardAs } from '@/test/members'
import { type TestMerchant, testWorld } from '@/test/world'
import { days } from '../core/clock'
import { requestLinks } from '../link/request-links'
import { mailsAnHour } from '../mail/limit'
import type { Account, Method } from '../model/account'
import type { Order } from '../model/order/schemas'
import { createAccountKey } from './account-key'
import { addMethod } from './add-method'

const world = testWorld()
const mastercard = '5555555555554444'
const discover = '6011111111111117'

let shop: TestMerchant
let account: Account

beforeEach(async () => {
  shop = await world.newMerchant()
  account = await newAccount(shop.publicKey)
})

async function newAccount(key: string, method: { type: string; card: string }[] = []): Promise<Account> {
  const customer = { name: 'Jane Doe', email: 'jane@example.com' }
  return (await call<Account>(key, 'POST', '/account', { customer, method })).body
}

const isConfirmed = async (id = account.id) =>
  (await world.runtime.db.select().from(accounts).where(eq(accounts.id, id)))[0]?.confirmed

const add = async (key: string, pan: string, id = account.id) =>
  call<Method>(key, 'POST', `/account/${id}/method`, { type: 'token', card: await tokenFor(shop, pan) })

/** Adds a card as the customer does on the account page. */
async function addOnPage(pan: string) {
  const actor = { kind: 'account', keyId: 'key', accountId: account.id } as const
  return addMethod(
    { ...shop.context, actor },
    { id: account.id, method: { type: 'token', card: await tokenFor(shop, pan) } },
  )
}

const pay = (key: string, id = account.id) =>
  call<Order & ErrorBody>(key, 'POST', '/order', {
    items: 10,
    currency: 'SEK',
    payment: { type: 'account', account: id },
  })

describe('an account created by a public key', () => {
  test('is unconfirmed, unlike one created by the private key', async () => {
    expect(await isConfirmed()).toBe(false)
    expect(await isConfirmed((await newAccount(shop.privateKey)).id)).toBe(true)
  })

  test('stays unconfirmed when it is read, and whatever a public key does', async () => {
    await add(shop.publicKey, visa)
    const { body: order } = await pay(shop.publicKey)
    await post(shop, order.id, { type: 'charge' })
    await call(shop.privateKey, 'GET', `/account/${account.id}`)
    await call(shop.privateKey, 'GET', '/account')
    await call(shop.privateKey, 'GET', `/account/${account.id}/order`)
    expect(await isConfirmed()).toBe(false)
  })

  const subscription = { items: 10, currency: 'SEK', schedule: 'monthly' }
  test.each<[string, () => Promise<{ status: number }>]>([
    [
      'changes its customer',
      () => call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, { name: 'J' }),
    ],
    ['adds a card', () => add(shop.privateKey, visa)],
    ['chooses its cards', () => call(shop.privateKey, 'PUT', `/account/${account.id}/method`, [])],
    ['sends a login link', () => call(shop.privateKey, 'POST', `/account/${account.id}/link`)],
    ['creates an account key', () => call(shop.privateKey, 'POST', `/account/${account.id}/key`)],
    [
      'adds a subscription',
      () => call(shop.privateKey, 'POST', `/account/${account.id}/subscription`, subscription),
    ],
    [
      'orders by it',
      async () => {
        await add(shop.publicKey, visa)
        return pay(shop.privateKey)
      },
    ],
  ])('is confirmed when the private key %s', async (_, act) => {
    expect([200, 201]).toContain((await act()).status)
    expect(await isConfirmed()).toBe(true)
  })

  test.each<[string, (member: ReturnType<typeof dashboard>) => Promise<unknown>]>([
    ['confirms it', ({ account: { confirm } }) => confirm({ id: account.id })],
    [
      'changes its customer',
      ({ account: { replaceCustomer } }) => replaceCustomer({ id: account.id, customer: { name: 'J' } }),
    ],
  ])('is confirmed when a dashboard user %s', async (_, act) => {
    await act(await dashboardAs(world.runtime, shop.merchant, 'support'))
    expect(await isConfirmed()).toBe(true)
  })

  test('sends an address at most 5 mails an hour, over all such accounts', async () => {
    for (let each = 0; each < mailsAnHour + 3; each++) {
      const card = await tokenFor(shop)
      const { id } = await newAccount(shop.publicKey, [{ type: 'token', card }])
      const { body } = await pay(shop.publicKey, id)
      expect((await post(shop, body.id, { type: 'charge' })).status).toBe(201)
    }
    const sent = and(eq(mail.merchantId, shop.merchant), eq(mail.template, 'receipt'))
    expect(await world.runtime.db.$count(mail, sent)).toBe(mailsAnHour)
    // Mails of a confirmed account are neither limited nor lost.
    const { id } = await newAccount(shop.privateKey, [{ type: 'token', card: await tokenFor(shop) }])
    await post(shop, (await pay(shop.publicKey, id)).body.id, { type: 'charge' })
    expect(await world.runtime.db.$count(mail, sent)).toBe(mailsAnHour + 1)
  })
})

test("an upgrade treats cards as the customer's if they were added while the account had an account key", async () => {
  const { db } = world.runtime
  await add(shop.privateKey, mastercard)
  world.clock.advance(1000)
  await createAccountKey(shop.context, account.id)
  world.clock.advance(1000)
  await addOnPage(visa)
  world.clock.advance(days(4))
  await add(shop.privateKey, discover)
  await db.update(method).set({ addedBy: 'private' })
  const file = readdirSync('db/migrations').find((name) => name.endsWith('_cards_of_customers.sql'))
  await db.execute(sql.raw(readFileSync(`db/migrations/${file}`, 'utf8')))
  const rows = await db.select().from(method).where(eq(method.accountId, account.id))
  expect(Object.fromEntries(rows.map(({ last4, addedBy }) => [last4, addedBy]))).toEqual({
    ...{ '4444': 'private', '1111': 'account' },
    '1117': 'private',
  })
})

describe('a public key', () => {
  const refused = {
    status: 400,
    body: { type: 'invalid content', content: { type: 'Account', property: 'payment.account' } },
  }

  test('never pays with a card that the customer added, but the private key may', async () => {
    await addOnPage(visa)
    expect(await pay(shop.publicKey)).toMatchObject(refused)
    expect(await pay(shop.privateKey)).toMatchObject({ status: 201, body: { payment: { last4: '1111' } } })
  })

  test('pays with the first card that a public or private key added, even if another is the default', async () => {
    await addOnPage(visa)
    await add(shop.publicKey, mastercard)
    await add(shop.privateKey, discover)
    expect((await pay(shop.publicKey)).body.payment.last4).toBe('4444')
    expect((await pay(shop.privateKey)).body.payment.last4).toBe('1111')
  })

  test('learns nothing about the cards that the customer added', async () => {
    const { text: without } = await pay(shop.publicKey)
    await addOnPage(visa)
    expect((await pay(shop.publicKey)).text).toBe(without)
  })

  test("cannot change one of the customer's cards by adding it again", async () => {
    await addOnPage(mastercard)
    await addOnPage(visa)
    const rows = () => world.runtime.db.select().from(method).where(eq(method.accountId, account.id))
    const before = await rows()
    expect((await add(shop.publicKey, visa)).status).toBe(201)
    expect(await rows()).toEqual(before)
    expect(await pay(shop.publicKey)).toMatchObject(refused)
    await add(shop.privateKey, visa)
    expect((await pay(shop.publicKey)).body.payment.last4).toBe('1111')
  })

  test('may still pay with a card that it added after the customer adds it again', async () => {
    await add(shop.publicKey, visa)
    await addOnPage(visa)
    expect((await pay(shop.publicKey)).status).toBe(201)
  })

  test("a card that is added with an account key is the customer's", async () => {
    const { key } = await createAccountKey(shop.context, account.id)
    await add(key, visa, 'me')
    expect(await pay(shop.publicKey)).toMatchObject(refused)
  })
})

test('an attack with all of this causes no mail and no charge', async () => {
  await add(shop.publicKey, '4000000000000341')
  await requestLinks(world.runtime, { email: 'jane@example.com', merchantId: shop.merchant })
  expect(await world.runtime.db.$count(mail, eq(mail.merchantId, shop.merchant))).toBe(0)
  await addOnPage(visa)
  const { body } = await pay(shop.publicKey)
  expect(body.content.details?.code).toBe('card declined')
})
