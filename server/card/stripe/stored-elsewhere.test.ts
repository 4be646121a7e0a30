// @module-tag slow

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { cardConnection, idempotentRequest, mail } from '@/db/schema'
import { call, type ErrorBody, getOrder, post } from '@/test/call'
import { cardRemoval, removed } from '@/test/stripe/card-removal'
import { clientOf } from '@/test/stripe/client'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import { contextOf } from '../../core/context'
import type { Account } from '../../model/account'
import type { Card } from '../../model/card/schemas'
import type { Order } from '../../model/order/schemas'
import { followStoredCard } from '../../payment/follow-stored-card'
import { listen } from '../../web/listen'

const run = promisify(execFile)

const world = testWorld()
const shops = stripeShops(world)
const { keep, age, run: removeCards, waiting } = cardRemoval(world, shops)

let shop: TestMerchant
beforeAll(async () => {
  shop = await shops.newShop()
})

/** A card that another system has stored with a customer of its own. */
async function storedElsewhere(
  card = 'pm_card_visa',
  metadata = {},
): Promise<{ card: string; owner: string }> {
  const { customers, paymentMethods } = clientOf(shops.double)
  const { id: owner } = await customers.create({ email: 'jane@example.com', metadata })
  const { id } = await paymentMethods.attach(card, { customer: owner })
  return { card: id, owner }
}

const tokenise = (reference: string, key = shop.privateKey) =>
  call<Card & ErrorBody>(key, 'POST', '/card', { reference })

const tokenOf = async (reference: string, key = shop.privateKey) => ({
  type: 'token',
  card: (await tokenise(reference, key)).body.token,
})

/** Creates an account with cards that another system has stored. */
const bring = (...cards: string[]) => bringTo(shop, ...cards)

const bringTo = async ({ privateKey }: TestMerchant, ...cards: string[]) => {
  const method = []
  for (const card of cards) method.push(await tokenOf(card, privateKey))
  const person = { type: 'person', email: 'jane@example.com' }
  return call<Account>(privateKey, 'POST', '/account', { customer: person, method })
}

const sell = (payment: object, headers = {}) =>
  call<Order>(shop.privateKey, 'POST', '/order', { items: 100, currency: 'SEK', payment }, headers)

const ownerOf = (card: string) => shops.double.state.paymentMethods.find(card)?.customer

const newestIntent = () => shops.double.state.paymentIntents.newest()[0]

const refused = {
  status: 400,
  body: { type: 'invalid content', content: { type: 'model.Card', property: 'reference' } },
}

describe('a card that another system has stored', () => {
  test('is brought without asking its cardholder, and is charged where it is', async () => {
    const { card, owner } = await storedElsewhere('pm_card_threeDSecure2Required')
    const before = shops.double.state.setupIntents.newest().length
    const { status, body: account } = await bring(card)
    expect(status).toBe(201)
    expect(account.method).toMatchObject([{ last4: '3220' }])
    expect(shops.double.state.setupIntents.newest()).toHaveLength(before)
    expect(shops.double.state.customers.newest().map(({ metadata }) => metadata.account)).not.toContain(
      account.id,
    )
    const visa = await storedElsewhere()
    const { body } = await bring(visa.card)
    const { body: order } = await sell({ type: 'account', account: body.id })
    expect((await post(shop, order.id, { type: 'charge' })).status).toBe(201)
    expect(newestIntent()).toMatchObject({ customer: visa.owner, payment_method: visa.card, amount: 10_000 })
    expect((await getOrder(shop, order.id)).status).toEqual({ charged: 100 })
    expect(ownerOf(card)).toBe(owner)
  })

  test('can be older than payment methods', async () => {
    const { card, owner } = await storedElsewhere()
    const { state } = shops.double
    const method = state.paymentMethods.get(card)
    const older = state.paymentMethods.add({ ...method, id: card.replace('pm_', 'card_') })
    state.cards.set(older.id, state.cards.get(card) as never)
    const { body } = await bring(older.id)
    expect((await sell({ type: 'account', account: body.id })).status).toBe(201)
    expect(newestIntent()).toMatchObject({ customer: owner, payment_method: older.id })
  })

  test('pays an order without an account', async () => {
    const { card, owner } = await storedElsewhere()
    const { status } = await sell({ type: 'card', card: (await tokenOf(card)).card })
    expect(status).toBe(201)
    expect(newestIntent()).toMatchObject({ customer: owner, payment_method: card })
  })

  test('is brought by the private key only', async () => {
    const { card } = await storedElsewhere()
    expect(await tokenise(card, shop.publicKey)).toMatchObject(refused)
    const { body: account } = await bring(card)
    const { body: login } = await call<{ key: string }>(shop.privateKey, 'POST', `/account/${account.id}/key`)
    expect(await tokenise(card, login.key)).toMatchObject(refused)
  })

  test('is not one that is stored for another merchant with the same account', async () => {
    const { merchant } = await shops.newShop()
    const { card } = await storedElsewhere('pm_card_visa', { merchant })
    expect((await bring(card)).status).not.toBe(201)
    expect((await sell({ type: 'card', card: (await tokenOf(card)).card })).status).toBe(400)
  })

  test('can be one that an earlier installation of Kassa has stored', async () => {
    const { card, owner } = await storedElsewhere('pm_card_visa', {
      merchant: 'wXyZaBcD',
      account: 'earlier',
    })
    const { body } = await bring(card)
    expect((await sell({ type: 'account', account: body.id })).status).toBe(201)
    expect(newestIntent()).toMatchObject({ customer: owner, payment_method: card })
    expect(await tokenise(card, shop.publicKey)).toMatchObject(refused)
  })

  test('stays at its service if its account could not be created', async () => {
    const { card, owner } = await storedElsewhere()
    const method = [await tokenOf(card), await tokenOf('pm_card_visa_chargeDeclined')]
    expect((await call(shop.privateKey, 'POST', '/account', { method })).status).toBe(400)
    await age('8 days')
    await removeCards()
    expect(ownerOf(card)).toBe(owner)
  })

  test('on two accounts is updated on both, and removed with the second', async () => {
    const { card } = await storedElsewhere()
    const { body: one } = await bring(card)
    const { body: two } = await bring(card)
    shops.double.operate('renew-card', { method: card, number: '5555555555554444' })
    const received = new Date()
    await followStoredCard(contextOf(world.runtime, shop.row), {
      ...{ merchantId: shop.merchant, service: 'stripe', eventId: 'evt_1', objectId: card },
      ...{
        type: 'payment_method.automatically_updated',
        received,
        attempted: received,
        attempts: 0,
        processed: null,
      },
    })
    for (const { id } of [one, two]) {
      const { body } = await call<Account>(shop.privateKey, 'GET', `/account/${id}`)
      expect(body.method).toMatchObject([{ last4: '4444', scheme: 'mastercard' }])
    }
    await keep(shop, one)
    await age()
    expect(await removeCards()).toEqual(removed(0))
    expect([ownerOf(card), await waiting()]).toEqual([expect.any(String), 0])
    await keep(shop, two)
    await age()
    expect(await removeCards()).toEqual(removed(1))
    expect(ownerOf(card)).toBeNull()
  })
})

describe('a card that two merchants with one Stripe account have brought', () => {
  /** The card, and an account with it at each of two merchants. */
  async function shared() {
    const { card } = await storedElsewhere()
    const other = await shops.newShop()
    const { body: ours } = await bring(card)
    const { body: theirs } = await bringTo(other, card)
    return { card, ours, theirs, other }
  }

  test('is removed when neither has it any more', async () => {
    const { card, ours, theirs, other } = await shared()
    await keep(shop, ours)
    await age()
    expect(await removeCards()).toEqual(removed(0))
    expect([ownerOf(card), await waiting()]).toEqual([expect.any(String), 0])
    const payment = { type: 'account', account: theirs.id }
    const content = { items: 100, currency: 'SEK', payment }
    expect((await call(other.privateKey, 'POST', '/order', content)).status).toBe(201)
    await keep(other, theirs)
    await age()
    expect(await removeCards()).toEqual(removed(1))
    expect(ownerOf(card)).toBeNull()
  })

  test('waits for a payment of the other one', async () => {
    const { card, ours, theirs, other } = await shared()
    const fault = { method: 'POST', path: '^/v1/payment_intents$', kind: 'error-before', times: 1 } as const
    shops.double.operate('fault', fault)
    const payment = { type: 'account', account: theirs.id }
    const content = { items: 100, currency: 'SEK', payment }
    expect((await call(other.privateKey, 'POST', '/order', content)).status).toBe(504)
    await keep(shop, ours)
    await keep(other, theirs)
    await age()
    expect(await removeCards()).toEqual(removed(0))
    expect([ownerOf(card), await waiting()]).toEqual([expect.any(String), 2])
    expect(await shops.recover()).toEqual([])
    expect(await removeCards()).toMatchObject({ errors: [] })
    expect([ownerOf(card), await waiting()]).toEqual([null, 0])
  })

  test('is removed by one if the other has connected another account', async () => {
    const { card, ours, other } = await shared()
    const { facts, merchantId } = cardConnection
    await world.runtime.db
      .update(cardConnection)
      .set({ facts: sql`jsonb_set(${facts}, '{account}', '"acct_another"')` })
      .where(eq(merchantId, other.merchant))
    await keep(shop, ours)
    await age()
    expect(await removeCards()).toEqual(removed(1))
    expect(ownerOf(card)).toBeNull()
  })
})

test('the program of the guide moves customers, and continues where it was stopped', async () => {
  const web = await listen({ port: 0, host: '127.0.0.1' }, (_, response) => void response.end())
  onTestFinished(web.close)
  const folder = mkdtempSync(join(tmpdir(), 'kassa-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'customers.json')
  const move = async (...customers: object[]) => {
    writeFileSync(file, JSON.stringify(customers))
    const env = { ...process.env, KASSA_URL: `http://127.0.0.1:${web.port}`, PRIVATE_KEY: shop.privateKey }
    const { stdout, stderr } = await run(process.execPath, ['docs/move-customers.mjs', file], { env })
    return stdout + stderr
  }
  const customerWith = (number: string, card: string, ...subscriptions: object[]) => ({
    ...{ number, card, subscriptions },
    customer: { name: 'Jane Doe', email: 'jane@example.com' },
  })
  const terms = { items: 249, currency: 'SEK', schedule: 'monthly', start: '2090-01-31' }
  const [one, two] = [await storedElsewhere(), await storedElsewhere()]
  const moved = await move(
    customerWith('1', one.card, { ...terms, number: 'S-1' }),
    customerWith('2', 'pm_none', terms),
  )
  expect(moved).toMatch(
    /^1 moved\n2 not moved: \/card: The merchant's card service, stripe, has no such card/,
  )
  // Idempotency keys are forgotten after a week.
  await world.runtime.db.delete(idempotentRequest)
  const again = [
    customerWith('1', one.card, { ...terms, number: 'S-1' }, { ...terms, number: 'S-2' }),
    customerWith('2', two.card, { ...terms, number: 'S-3' }),
  ]
  expect(await move(...again)).toBe('1 moved\n2 moved\n')
  const { body: accounts } = await call<Account[]>(shop.privateKey, 'GET', '/account?search=Doe')
  expect(
    accounts.map(({ method, subscription }) => [method.length, subscription.map(({ number }) => number)]),
  ).toEqual([
    [1, ['S-3']],
    [1, ['S-1', 'S-2']],
  ])
  const started = and(eq(mail.merchantId, shop.merchant), eq(mail.template, 'subscription-started'))
  expect(await world.runtime.db.$count(mail, started)).toBe(0)
})
