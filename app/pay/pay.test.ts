// @module-tag slow

import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mail, paymentLink } from '@/db/schema'
import { runBilling } from '@/server/billing/run'
import { open, sha256 } from '@/server/core/crypto'
import { newReference } from '@/server/core/id'
import { declinesAnHour } from '@/server/customer/card-attempts'
import { cardToRetry } from '@/server/customer/linked-payment'
import { secretOf } from '@/server/mail/write-mails'
import type { Account } from '@/server/model/account'
import { addDays, dayOf } from '@/server/model/calendar'
import type { Order } from '@/server/model/order/schemas'
import { accountOf, declining, move, ordersOf, payer, subscribe } from '@/test/billing'
import { call, getOrder, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { findPayment } from '../_parts/customer/payment-visit'
import { payable } from './_parts/payment'
import { GET as approve } from './[key]/approve/route'
import { POST as payWithCard, GET as toPayment } from './[key]/do/card/route'
import { POST as payWithStored } from './[key]/do/stored/route'
import { POST as verified } from './[key]/do/verified/route'
import { GET as back } from './back/[sealed]/route'

const world = testWorld()
const mastercard = '5555555555554444'

let shop: TestMerchant
let account: Account
/** The order of the link, and another one that the account owes. */
let order: Order
let other: Order
let key: string

type Posted = typeof payWithCard

const post = (handler: Posted, fields: Record<string, string>, headers = {}, ofKey = key) =>
  handler(
    new Request(`http://kassa.test/pay/${ofKey}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
    }),
    { params: Promise.resolve({ key: ofKey }) },
  )

const typed = (number = visa) => ({ number, expires: '12/40', csc: '987' })
const pressed = (expected = '10000') => ({ attempt: newReference(), expected })
const locationOf = async (response: Promise<Response>) => (await response).headers.get('location')
const chargesOf = async (id: string) =>
  (await getOrder(shop, id)).event.filter(({ type }) => type === 'charge')
const found = async () => {
  const { visit } = await findPayment(new Headers(), key)
  if (!visit) expect.fail('the link leads nowhere')
  return visit
}

/** Returns the keys of the links in mail about an order, oldest first. */
async function keysOf({ id }: Order): Promise<string[]> {
  const mails = await world.runtime.db
    .select()
    .from(mail)
    .where(eq(mail.merchantId, shop.merchant))
    .orderBy(mail.created)
  return mails
    .filter(({ data }) => 'order' in data && data.order === id)
    .map(({ id: mailId, sealed }) => open(sealed ?? '', secretOf({ merchantId: shop.merchant, id: mailId })))
    .map((url) => url.replace('http://kassa.test/pay/', ''))
}

/** Creates an account that owes two orders, because its card is declined. */
async function newDebtor() {
  account = await payer(shop, declining)
  await subscribe(shop, account)
  await subscribe(shop, account, { items: 40 })
  await runBilling(shop.context)
  const orders = await ordersOf(shop, account)
  const [hundred, forty] = [100, 40].map((amount) => orders.find(({ status }) => status.pending === amount))
  if (!hundred || !forty) expect.fail('nothing was billed')
  order = hundred
  other = forty
  key = (await keysOf(order))[0] ?? ''
}

let shared: TestMerchant
beforeAll(async () => {
  shared = await world.newMerchant()
})
beforeEach(async () => {
  shop = shared
  await newDebtor()
})

describe('the link in a mail about a failed payment', () => {
  test('pays nothing with a card that was entered for another amount', async () => {
    expect(await locationOf(post(payWithCard, { ...typed(), expected: '10001' }))).toBe(
      `/pay/${key}?note=changed`,
    )
    expect((await getOrder(shop, order.id)).status).toEqual({ pending: 100 })
    expect(await locationOf(post(payWithCard, { ...typed(), expected: '10000' }))).toBe(
      `/pay/${key}?note=paid`,
    )
  })

  test('pays its order with another card, makes the card the default, and pays nothing else', async () => {
    const visit = await found()
    expect(payable(visit)).toMatchObject({ amount: 10000n, code: 'card declined' })
    expect((await cardToRetry(visit.payment))?.last4).toBe('0341')
    const response = await post(payWithCard, typed())
    expect(response.headers.get('location')).toBe(`/pay/${key}?note=paid`)
    expect(response.headers.get('set-cookie')).not.toContain('kassa_account')
    expect(await chargesOf(order.id)).toHaveLength(1)
    // Only its hash is stored.
    const [link] = await world.runtime.db
      .select()
      .from(paymentLink)
      .where(and(eq(paymentLink.merchantId, shop.merchant), eq(paymentLink.keyHash, sha256(key))))
    expect(link?.orderId).toBe(order.id)
    const { event, retry, status } = await getOrder(shop, other.id)
    expect({ event, retry, status }).toEqual({ event: other.event, retry: other.retry, status: other.status })
    expect((await accountOf(shop, account)).method[0]).toMatchObject({ last4: '1111' })
    expect((await found()).payment.owesMore).toBe(true)
    // Another press, from the page as it was before.
    expect(await locationOf(post(payWithCard, typed(mastercard)))).toBe(`/pay/${key}`)
    expect(await locationOf(post(payWithStored, pressed()))).toBe(`/pay/${key}`)
    expect((await accountOf(shop, account)).method).toHaveLength(2)
    const facts = (await found()).payment.facts.map(({ kind, amount }) => [kind, amount])
    expect(facts).toEqual([['paid', 10000n]])
    await call(shop.privateKey, 'POST', `/order/${other.id}/event`, { type: 'charge' })
    expect((await found()).payment.owesMore).toBe(false)
  })

  test('used several times at once, charges once', async () => {
    const responses = await Promise.all([
      post(payWithCard, typed()),
      post(payWithCard, typed(mastercard)),
      post(payWithStored, pressed()),
      post(payWithCard, typed()),
    ])
    const notes = responses.map((response) => response.headers.get('location')?.split('note=')[1])
    expect(await chargesOf(order.id)).toHaveLength((await getOrder(shop, order.id)).status.charged ? 1 : 0)
    // The stored card may have come first and been declined. Then one more press pays.
    if (!notes.includes('paid')) await post(payWithCard, typed())
    expect(await chargesOf(order.id)).toHaveLength(1)
    expect(await chargesOf(other.id)).toHaveLength(0)
  })

  test('charges only the amount on the button, and only for its own page', async () => {
    const otherCard = { ...pressed(), card: order.id }
    for (const other of [pressed('9999'), otherCard, { attempt: 'x', expected: '1' }])
      expect(await locationOf(post(payWithStored, other))).toBe(`/pay/${key}?note=changed`)
    expect((await post(payWithCard, typed(), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await locationOf(post(payWithCard, typed(''), {}))).toBe(`/pay/${key}?problem=new.badNumber`)
    expect(await chargesOf(order.id)).toHaveLength(0)
    const unknown = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
    for (const wrong of [unknown, `${key}x`, 'x', `zzzzzzzz${key.slice(8)}`, '../account']) {
      expect((await findPayment(new Headers(), wrong)).visit).toBeUndefined()
      expect(await locationOf(post(payWithCard, typed(), {}, wrong))).toBe(
        `/pay/${encodeURIComponent(wrong)}`,
      )
    }
    const given = { params: Promise.resolve({ key: unknown }) }
    expect(await locationOf(approve(new Request('http://kassa.test'), given))).toBe(`/pay/${unknown}`)
    const sealed = { params: Promise.resolve({ sealed: key }) }
    expect(await locationOf(back(new Request('http://kassa.test'), sealed))).toBe('/login')
    const request = new Request('http://kassa.test')
    expect(await locationOf(toPayment(request, { params: Promise.resolve({ key }) }))).toBe(`/pay/${key}`)
  })

  test('retries the same card until too many attempts are declined', async () => {
    for (let attempt = 1; attempt <= declinesAnHour; attempt++) {
      expect(await locationOf(post(payWithStored, pressed()))).toBe(`/pay/${key}?note=failed`)
    }
    expect(await locationOf(post(payWithStored, pressed()))).toBe(`/pay/${key}?note=tooMany`)
    expect(await locationOf(post(payWithCard, typed()))).toBe(`/pay/${key}?problem=new.tooMany`)
  })

  test('verifies a card with the bank, in a cookie for this page only', async () => {
    const response = await post(payWithCard, typed('4000002760003184'))
    expect(response.headers.get('location')).toBe(`/pay/${key}/verify`)
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toContain(`Path=/pay/${key};`)
    const sent = { cookie: cookie.split(';')[0] ?? '' }
    expect(await locationOf(post(verified, {}, sent))).toBe(`/pay/${key}/verify?problem=verify.notYet`)
    const foreign = { ...sent, 'sec-fetch-site': 'cross-site' }
    expect(await locationOf(post(verified, {}, foreign))).toBe(`/pay/${key}/verify`)
    expect(await locationOf(post(verified, {}))).toBe(`/pay/${key}?problem=new.stale`)
    expect(await chargesOf(order.id)).toHaveLength(0)
  })

  test('keeps the default card that was chosen since then when a verified card is sent again', async () => {
    const response = await post(payWithCard, typed('4000002760003184'))
    const sent = { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
    const { db } = shop.context
    await db.execute(sql`update acquirer_token set behaviour = 'declined once stored'`)
    expect(await locationOf(post(verified, {}, sent))).toBe(`/pay/${key}?note=failed`)
    const [added, chosen] = (await accountOf(shop, account)).method
    expect(added).toMatchObject({ last4: '3184' })
    await call(shop.privateKey, 'PUT', `/account/${account.id}/method`, [
      { token: chosen?.token },
      { token: added?.token },
    ])
    expect((await accountOf(shop, account)).method.map(({ token }) => token)).toEqual([
      chosen?.token,
      added?.token,
    ])
    expect(await locationOf(post(verified, {}, sent))).toBe(`/pay/${key}?note=failed`)
    expect((await accountOf(shop, account)).method.map(({ token }) => token)).toEqual([
      chosen?.token,
      added?.token,
    ])
  })

  test('works until the end of the day that its mail names, and a later mail has a new link', async () => {
    shop = await world.newMerchant()
    await newDebtor()
    await move(shop, { advance: { days: 8 } })
    const mails = await world.runtime.db.select().from(mail).where(eq(mail.merchantId, shop.merchant))
    const attempts = mails
      .flatMap(({ template, data }) =>
        'attempt' in data && data.order === order.id ? [{ template, ...data }] : [],
      )
      .sort((one, two) => (one.attempt ?? 0) - (two.attempt ?? 0))
    expect(attempts.map(({ template, attempt, attempts: all }) => [template, attempt, all])).toEqual([
      ...[1, 2, 3, 4].map((attempt) => ['payment-failed', attempt, 5]),
      ['payment-given-up', 5, 5],
    ])
    expect(payable(await found())).toBeDefined()
    const lastDay = dayOf(new Date(attempts[0]?.expires ?? ''), shop.context.merchant.timeZone)
    await move(shop, { to: addDays(lastDay, 1) })
    expect((await found()).payment).toMatchObject({ state: 'expired', owed: { amount: 10000n } })
    expect(await locationOf(post(payWithCard, typed()))).toBe(`/pay/${key}`)
    expect(await chargesOf(order.id)).toHaveLength(0)
    key = (await keysOf(order)).at(-1) ?? ''
    expect(await locationOf(post(payWithCard, typed()))).toBe(`/pay/${key}?note=paid`)
    expect(await chargesOf(order.id)).toHaveLength(1)
  })

  test('does nothing once the order is cancelled', async () => {
    await call(shop.privateKey, 'POST', `/order/${order.id}/event`, { type: 'cancel' })
    expect(await locationOf(post(payWithCard, typed()))).toBe(`/pay/${key}`)
    expect((await found()).payment.facts.map(({ kind }) => kind)).toEqual(['cancelled'])
    expect((await accountOf(shop, account)).method).toHaveLength(1)
  })
})
