// @module-tag slow

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GET as comeBack } from '@/app/verify/[service]/[pareq]/route'
import { POST as enter } from '@/app/verify/[service]/route'
import { merchant, serviceVerification } from '@/db/schema'
import { call, type ErrorBody, getOrder, newKey, post } from '@/test/call'
import { type RunningDouble, startDouble } from '@/test/stripe/start-double'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Account } from '../../model/account'
import type { Card } from '../../model/card/schemas'
import type { Order } from '../../model/order/schemas'
import { recoverOperations } from '../../payment/recover'
import { connectCardService } from '../connection'
import { cardServices } from '../services'
import { stripeCardService } from './service'

const world = testWorld()
const timeoutMs = 3000

let double: RunningDouble
let shop: TestMerchant

beforeAll(async () => {
  double = await startDouble()
  const { db, baseUrl } = world.runtime
  const adapter = stripeCardService(db, { baseUrl, stripeBaseUrl: double.url, timeoutMs })
  world.runtime.cards = cardServices([adapter], timeoutMs)
})

afterAll(() => double.stop())

beforeEach(async () => {
  shop = await world.newMerchant()
  const keys = { secret: double.secretKey, publishable: double.publishableKey }
  await connectCardService({ ...shop.context, cards: world.runtime.cards }, { service: 'stripe', ...keys })
  await world.runtime.db.update(merchant).set({ cardService: 'stripe' }).where(eq(merchant.id, shop.merchant))
})

const tokenise = (reference: string) => call<Card & ErrorBody>(shop.publicKey, 'POST', '/card', { reference })
const tokenOf = async (reference: string) => (await tokenise(reference)).body.token

const pay = <T = Order>(card: string, headers: Record<string, string> = {}) =>
  call<T>(
    shop.publicKey,
    'POST',
    '/order',
    { items: 100, currency: 'SEK', payment: { type: 'card', card } },
    headers,
  )

const bookOf = (order: Order) => double.books().find(({ metadata }) => metadata.order === order.id)

const recover = async () => {
  const errors: unknown[] = []
  const result = await recoverOperations(world.runtime, {
    staleSeconds: 0,
    onError: (error) => errors.push(error),
  })
  return { ...result, errors }
}

describe('a merchant on Stripe', () => {
  test('tokenises the reference of a card, which has no iin', async () => {
    const { status, body } = await tokenise('pm_card_mastercard')
    expect(status).toBe(201)
    expect(body).toMatchObject({ scheme: 'mastercard', last4: '4444', token: expect.any(String) })
    expect(body).not.toHaveProperty('iin')
  })

  test('refuses another token of a card that was used', async () => {
    const first = await tokenOf('pm_card_visa')
    const second = await tokenOf(double.state.paymentMethods.newest()[0]?.id ?? '')
    expect((await pay(first)).status).toBe(201)
    const refused = await pay<ErrorBody>(second)
    expect([refused.status, refused.body.content.property]).toEqual([400, 'payment.card'])
  })

  test('gets the documented errors for an unknown reference and for a card number', async () => {
    const unknown = await tokenise('pm_unknown')
    expect([unknown.status, unknown.body.content.property]).toEqual([400, 'reference'])
    const number = { pan: '4111111111111111', expires: [12, 40], csc: '987' }
    expect(
      (await call<ErrorBody>(shop.publicKey, 'POST', '/card', number)).body.content.description,
    ).toContain('stripe')
  })

  test('sells, charges in parts, refunds and cancels', async () => {
    const { status, body: order } = await pay(await tokenOf('pm_card_visa'))
    expect(status).toBe(201)
    expect(order.payment).toMatchObject({ service: 'stripe', last4: '4242' })
    expect(order.payment).not.toHaveProperty('iin')
    expect((await post(shop, order.id, { type: 'charge', items: 60 })).status).toBe(201)
    const refunds = [
      { type: 'refund', items: 5, reason: 'fraud' },
      { type: 'refund', items: 3, reason: 'other' },
      { type: 'refund', items: 2 },
    ]
    for (const refund of refunds) expect((await post(shop, order.id, refund)).status).toBe(201)
    expect((await post(shop, order.id, { type: 'cancel', reason: 'duplicate' })).status).toBe(201)
    expect((await getOrder(shop, order.id)).status).toEqual({ charged: 50, refunded: 10, cancelled: 40 })
    const reasons = bookOf(order)?.refunds.map(({ amount, reason }) => [amount, reason])
    expect(reasons?.toSorted()).toEqual([
      [200, null],
      [300, null],
      [500, 'fraudulent'],
    ])
    expect(bookOf(order)).toMatchObject({
      authorised: 10_000,
      captured: 6000,
      refunded: 1000,
      released: 4000,
    })
  })

  test('stores cards without an iin, and sells to the account', async () => {
    const method = { type: 'token', card: await tokenOf('pm_card_visa') }
    const account = await call<Account>(shop.privateKey, 'POST', '/account', { method: [method] })
    expect(account.status).toBe(201)
    expect(account.body.method[0]).toMatchObject({ scheme: 'visa', last4: '4242' })
    expect(account.body.method[0]).not.toHaveProperty('iin')
    const payment = { type: 'account', account: account.body.id }
    const sold = await call<Order>(shop.privateKey, 'POST', '/order', {
      items: 100,
      currency: 'SEK',
      payment,
    })
    expect(sold.status).toBe(201)
    expect(sold.body.payment).not.toHaveProperty('iin')
    const second = { type: 'token', card: await tokenOf('pm_card_mastercard') }
    await call(shop.privateKey, 'POST', `/account/${account.body.id}/method`, second)
    const customers = double.state.customers
      .newest()
      .filter(({ metadata }) => metadata.merchant === shop.merchant)
    expect(customers.map(({ metadata }) => metadata.account)).toEqual([account.body.id])
  })

  test('learns why a card was declined', async () => {
    const { status, body } = await pay<ErrorBody>(await tokenOf('pm_card_chargeDeclinedInsufficientFunds'))
    expect([status, body.content.details?.code]).toEqual([400, 'insufficient funds'])
  })
})

describe('responses of Stripe that are lost', () => {
  const lose = (path: string) =>
    double.operate('fault', { method: 'POST', path, kind: 'lost-after', times: 2 })

  test('leave an order pending, which the worker finds although its key is forgotten', async () => {
    const card = await tokenOf('pm_card_visa')
    lose('^/v1/payment_intents$')
    const headers = newKey()
    expect((await pay(card, headers)).status).toBe(504)
    double.operate('forget-keys', {})
    expect(await recover()).toMatchObject({ completed: 1, errors: [] })
    const { status, body } = await pay(card, headers)
    expect(status).toBe(201)
    expect(bookOf(body)).toMatchObject({ open: 10_000 })
    expect(double.books().filter(({ metadata }) => metadata.merchant === shop.merchant)).toHaveLength(1)
  })

  test.each([
    ['charge', '/capture$', { captured: 10_000 }],
    ['cancel', '/cancel$', { released: 10_000 }],
    ['refund', '^/v1/refunds$', { captured: 10_000, refunded: 10_000 }],
  ] as const)('leave a %s pending, which the worker finds and records once', async (type, path, book) => {
    const { body: order } = await pay(await tokenOf('pm_card_visa'))
    if (type === 'refund') await post(shop, order.id, { type: 'charge' })
    lose(path)
    expect((await post(shop, order.id, { type })).status).toBe(504)
    double.operate('forget-keys', {})
    expect(await recover()).toMatchObject({ completed: 1, errors: [] })
    const { event } = await getOrder(shop, order.id)
    expect(event.filter((each) => each.type === type)).toHaveLength(1)
    expect(bookOf(order)).toMatchObject(book)
  })

  test('a refund that Stripe accepted is sent once, and is recorded when it is complete', async () => {
    const { body: order } = await pay(await tokenOf('pm_card_pendingRefund'))
    await post(shop, order.id, { type: 'charge' })
    expect((await post(shop, order.id, { type: 'refund' })).status).toBe(201)
    expect(await recover()).toMatchObject({ taken: 1, completed: 0 })
    const refund = bookOf(order)?.refunds
    expect(refund).toHaveLength(1)
    double.operate('complete-refund', { refund: refund?.[0]?.id ?? '' })
    await expect.poll(recover).toMatchObject({ completed: 1 })
    expect((await getOrder(shop, order.id)).status).toEqual({ refunded: 100 })
    expect(bookOf(order)?.refunds).toHaveLength(1)
  })
})

describe('3-D Secure at Stripe', () => {
  const form = (fields: Record<string, string>) =>
    enter(
      new Request('http://kassa.test/verify/stripe', { method: 'POST', body: new URLSearchParams(fields) }),
      { params: Promise.resolve({ service: 'stripe' }) },
    )

  async function begin() {
    const card = await tokenOf('pm_card_threeDSecure2Required')
    const { status, body } = await pay<ErrorBody>(card)
    expect([status, body.type]).toEqual([400, 'malformed content'])
    const details = body.content.details as { url: string; data: { pareq: string } }
    expect(details).toMatchObject({ method: 'POST', url: 'http://kassa.test/verify/stripe' })
    return { card, pareq: details.data.pareq }
  }

  const decideAt = (bank: string, decision: 'approve' | 'refuse') =>
    fetch(bank, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' })

  test.each([
    ['approve', 'approved', 201],
    ['refuse', 'rejected', 400],
  ] as const)('sends the browser to the bank and back to TermUrl: %s', async (decision, result, status) => {
    const { card, pareq } = await begin()
    const TermUrl = 'https://shop.example/back?a=1&b="2"'
    const sent = await form({ pareq, TermUrl, MD: '<17>' })
    expect(sent.status).toBe(303)
    const decided = await decideAt(sent.headers.get('location') ?? '', decision)
    const back = decided.headers.get('location') ?? ''
    expect(back).toContain(`http://kassa.test/verify/stripe/${pareq}?`)
    const page = await comeBack(new Request(back), { params: Promise.resolve({ service: 'stripe', pareq }) })
    const html = await page.text()
    expect(html).toContain(`name="PaRes" value="${result}"`)
    expect(html).toContain('action="https://shop.example/back?a=1&amp;b=&quot;2&quot;"')
    expect(html).toContain('name="MD" value="&lt;17&gt;"')
    const paid = await pay(card)
    expect(paid.status).toBe(status)
  })

  test('continues with the token although the response to the first request was lost', async () => {
    const card = await tokenOf('pm_card_threeDSecure2Required')
    const headers = newKey()
    const creation = { method: 'POST', path: '^/v1/payment_intents$' } as const
    double.operate('fault', { ...creation, kind: 'lost-after', times: 2 })
    expect((await pay<ErrorBody>(card, headers)).status).toBe(504)
    const asked = await pay<ErrorBody>(card, headers)
    expect(asked.body.content.description).toBe('verification required')
    double.operate('decide', { intent: double.books().at(-1)?.intent ?? '', approve: true })
    const paid = await pay(card, headers)
    expect(paid.status).toBe(201)
    expect(bookOf(paid.body)).toMatchObject({ status: 'requires_capture', open: 10_000 })
  })

  test('keeps the approval although the response to the continued payment was lost', async () => {
    const { card, pareq } = await begin()
    double.operate('decide', { intent: double.books().at(-1)?.intent ?? '', approve: true })
    double.operate('fault', {
      method: 'POST',
      path: '^/v1/payment_intents/[^/]+$',
      kind: 'lost-after',
      times: 2,
    })
    const headers = newKey()
    expect((await pay(card, headers)).status).toBe(504)
    const { db } = world.runtime
    const approvals = () => db.select().from(serviceVerification).where(eq(serviceVerification.pareq, pareq))
    expect(await approvals()).toMatchObject([{ usedBy: null, approved: null }])
    expect(await recover()).toMatchObject({ completed: 1, errors: [] })
    expect(await approvals()).toMatchObject([{ usedBy: expect.any(String), approved: expect.any(Date) }])
    expect((await pay(card, headers)).status).toBe(201)
  })

  test('notifies the window without a TermUrl', async () => {
    const { pareq } = await begin()
    await form({ pareq })
    for (const [query, status, title] of [
      ['?redirect_status=succeeded', 'approved', 'Approved'],
      // The repeated request finds out. A shop that reads `rejected` does not repeat it.
      ['', 'approved', 'Back to the shop'],
      ['?redirect_status=failed', 'rejected', 'Not approved'],
    ] as const) {
      const page = await comeBack(new Request(`http://kassa.test/verify/stripe/${pareq}${query}`), {
        params: Promise.resolve({ service: 'stripe', pareq }),
      })
      const html = await page.text()
      expect(html).toContain(`status: '${status}'`)
      expect(html).toContain(`<title>${title}</title>`)
    }
  })

  test('refuses what it does not know', async () => {
    const { pareq } = await begin()
    expect((await form({})).status).toBe(400)
    expect((await form({ pareq, TermUrl: 'javascript:alert(1)' })).status).toBe(400)
    for (const unknown of ['none', crypto.randomUUID()]) {
      expect((await form({ pareq: unknown })).status).toBe(404)
      const params = Promise.resolve({ service: 'stripe', pareq: unknown })
      expect((await comeBack(new Request('http://kassa.test/verify/stripe/none'), { params })).status).toBe(
        404,
      )
    }
  })
})
