// @module-tag slow

import { and, eq } from 'drizzle-orm'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, test } from 'vitest'
import { ActionNeeded } from '@/app/_parts/customer/action-needed'
import { whyUnpaid } from '@/app/_parts/customer/due-words'
import type { Visit } from '@/app/_parts/customer/visit'
import { wordsFor } from '@/app/_parts/customer/words'
import { POST as pay } from '@/app/account/do/pay/route'
import { GET as approve } from '@/app/account/orders/[orderId]/approve/route'
import { GET as approved } from '@/app/account/orders/[orderId]/approved/route'
import { PaymentSummary } from '@/app/pay/_parts/payment-page'
import { GET as approveLinked } from '@/app/pay/[key]/approve/route'
import { POST as payLinked } from '@/app/pay/[key]/do/stored/route'
import { GET as backFromBank } from '@/app/pay/back/[sealed]/route'
import { mail, operation, order as orders, serviceVerification } from '@/db/schema'
import { postForm } from '@/test/account-form'
import { ordersOf, subscribe } from '@/test/billing'
import { call, type ErrorBody, getOrder } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import { createAccountKey } from '../account/account-key'
import { runBilling } from '../billing/run'
import { days, later, minutes, todayOf } from '../core/clock'
import { open } from '../core/crypto'
import { newReference } from '../core/id'
import { insertPaymentLinks, newPaymentLink } from '../link/payment-link'
import { secretOf } from '../mail/write-mails'
import type { Account } from '../model/account'
import type { Card } from '../model/card/schemas'
import type { Order } from '../model/order/schemas'
import { findLinkedPayment } from './linked-payment'
import { owedBy } from './owed'

const world = testWorld()
const shops = stripeShops(world)

let shop: TestMerchant
let order: Order
/** Signs the customer in. */
let key: string
let accountId: string
/** The key of the link in the mail. */
let link: string

/** An account whose stored card always needs its cardholder. */
async function payer(): Promise<Account> {
  const reference = 'pm_card_authenticationRequired'
  const { token } = (await call<Card>(shop.publicKey, 'POST', '/card', { reference })).body
  const customer = { name: 'Jane Doe', email: 'jane@example.com' }
  const body = { customer, method: [{ type: 'token', card: token }] }
  const first = await call<ErrorBody>(shop.privateKey, 'POST', '/account', body)
  expect(first.body.content.description).toBe('verification required')
  const { data } = first.body.content.details as { data: { pareq: string } }
  const [waiting] = await world.runtime.db
    .select()
    .from(serviceVerification)
    .where(eq(serviceVerification.pareq, data.pareq))
  shops.double.operate('decide', { intent: waiting?.reference ?? '', approve: true })
  const { status, body: account } = await call<Account>(shop.privateKey, 'POST', '/account', body)
  expect(status).toBe(201)
  return account
}

const mails = () => world.runtime.db.select().from(mail).where(eq(mail.merchantId, shop.merchant))

beforeEach(async () => {
  shop = await shops.newShop()
  const account = await payer()
  await subscribe(shop, account)
  await runBilling(shop.context)
  const [billed] = await ordersOf(shop, account)
  if (!billed) expect.fail('nothing was billed')
  order = billed
  const [written] = (await mails()).filter(({ template }) => template === 'payment-approval')
  const url = open(written?.sealed ?? '', secretOf({ merchantId: shop.merchant, id: written?.id ?? '' }))
  link = url.replace('http://kassa.test/pay/', '')
  key = (await createAccountKey(shop.context, account.id)).key
  accountId = account.id
})

const form = () => ({ order: order.id, attempt: newReference(), expected: '10000' })
const locationOf = async (response: Promise<Response> | Response) =>
  (await response).headers.get('location') ?? ''
const page = () => `/account/orders/${order.id}`
const press = () => locationOf(postForm(pay, key, form()))

const visit = (route: typeof approve, url = `http://kassa.test${page()}`, cookie = key) =>
  locationOf(
    route(new Request(url, { headers: { cookie: `kassa_account=${cookie}` } }), {
      params: Promise.resolve({ orderId: order.id }),
    }),
  )

/** What the customer does at the bank. Returns the address to which the browser comes back. */
async function decideAt(bank: string, decision: 'approve' | 'refuse'): Promise<string> {
  const body = new URLSearchParams({ decision })
  const response = await fetch(bank, { method: 'POST', body, redirect: 'manual' })
  return response.headers.get('location') ?? ''
}

/** Why the order is unpaid, as the customer reads it. */
async function why(): Promise<string | undefined> {
  const [owed] = await owedBy(shop.context, accountId)
  return owed && whyUnpaid(owed, wordsFor('de'))
}

const chargedIntents = () =>
  shops.double.books().filter(({ metadata, captured }) => metadata.order === order.id && captured > 0)

describe('a payment of a subscription that the bank wants approved', () => {
  test('fails, is retried on its schedule, and asks the customer by e-mail', async () => {
    expect(order.event.map(({ type }) => type)).toEqual(['order', 'fail'])
    expect(order.status).toEqual({ pending: 100 })
    expect(order.retry).toBeDefined()
    expect((await mails()).map(({ template }) => template)).toContain('payment-approval')
    expect((await mails()).map(({ template }) => template)).not.toContain('payment-failed')
    // No check has failed: nobody has asked the customer yet.
    expect(await why()).toBe('Ihre Bank möchte, dass Sie diese Zahlung freigeben.')
  })

  test('is explained once on the page of the payment, whether or not the stored card can be tried again', async () => {
    const [owed] = await owedBy(shop.context, accountId)
    if (!owed) expect.fail('nothing is owed')
    const visit = { words: wordsFor('en'), today: '2026-11-27' }
    const shown = (hasCard: boolean) =>
      renderToStaticMarkup(createElement(PaymentSummary, { visit, owed, hasCard }))
    expect(shown(false)).toContain('Your bank wants you to approve this payment.')
    // The section of the stored card says so.
    expect(shown(true)).not.toContain('Your bank')
    expect(shown(true)).not.toContain('declined')
  })

  test('is still owed, says the page of another payment, while the bank waits for the customer', async () => {
    const account = { id: accountId } as Account
    await subscribe(shop, account, { items: 40 })
    await runBilling(shop.context)
    const other = (await ordersOf(shop, account)).find(({ id }) => id !== order.id)
    if (!other) expect.fail('nothing was billed')
    await call(shop.privateKey, 'POST', `/order/${other.id}/event`, { type: 'cancel' })
    const ofOther = newPaymentLink(shop.context, { orderId: other.id, contact: 'jane@example.com' })
    await world.runtime.db.transaction((db) => insertPaymentLinks({ db }, [ofOther]))
    await press()
    const found = await findLinkedPayment(world.runtime, { key: ofOther.url.split('/').at(-1) ?? '' })
    expect(found).toMatchObject({ owed: undefined, owesMore: true })
  })

  test('waits for the bank once the customer pays, and is charged once when it is approved', async () => {
    expect(await press()).toBe(`${page()}?note=approve`)
    expect((await getOrder(shop, order.id)).status).toEqual({ pending: 100 })
    const bank = await visit(approve)
    expect(bank).toContain('/3ds/')
    const back = await decideAt(bank, 'approve')
    expect(back).toContain(`http://kassa.test${page()}/approved?`)
    expect(await visit(approved, back)).toBe(`${page()}?note=paid`)
    const after = await getOrder(shop, order.id)
    expect(after.status).toEqual({ charged: 100 })
    expect(after.event.map(({ type }) => type)).toEqual(['order', 'fail', 'accept', 'charge'])
    expect(chargedIntents()).toHaveLength(1)
    // The browser's back button.
    expect(await visit(approved, back)).toBe(`${page()}?note=paid`)
    expect(await press()).toBe(`${page()}?note=paid`)
    expect(chargedIntents()).toHaveLength(1)
  })

  test('is shown as waiting for the customer, who is led back to the bank', async () => {
    await press()
    const owed = await owedBy(shop.context, accountId)
    const visited = { words: wordsFor('de'), today: '2026-11-27' } as Visit
    const html = renderToStaticMarkup(
      createElement(ActionNeeded, {
        visit: visited,
        owed,
        card: undefined,
        next: undefined,
        subscriptions: [],
      }),
    )
    expect(html).toContain('Wartet auf Ihre Freigabe: 100,00')
    expect(html).toContain(`href="${page()}/approve"`)
    expect(html).not.toContain('Sie müssen nichts tun')
    const session = await newMember(world.runtime, shop.merchant, 'viewer')
    const { accepted } = await dashboard(world.runtime, session, shop.merchant).order.get({ id: order.id })
    const [running] = await world.runtime.db
      .select()
      .from(operation)
      .where(and(eq(operation.orderId, order.id), eq(operation.status, 'accepted')))
    const approvalUntil = later(running?.firstSent ?? new Date(0), minutes(30))
    expect(accepted).toEqual([{ type: 'charge', amount: 10_000n, approvalUntil }])
  })

  test('is approved through the link in the mail, without a session, and charged once', async () => {
    const given = { params: Promise.resolve({ key: link }) }
    const pressed = () =>
      payLinked(
        new Request(`http://kassa.test/pay/${link}`, {
          method: 'POST',
          body: new URLSearchParams(form()),
          headers: { 'sec-fetch-site': 'same-origin', accept: 'application/json' },
        }),
        given,
      )
    // A script goes to the bank at once.
    expect(await (await pressed()).json()).toEqual({ to: `/pay/${link}/approve` })
    const bank = await locationOf(approveLinked(new Request('http://kassa.test'), given))
    expect(bank).toContain('/3ds/')
    const returned = await decideAt(bank, 'approve')
    const [, sealed = ''] = /\/pay\/back\/([^?]+)/.exec(returned) ?? []
    expect(sealed).not.toContain(link)
    const visited = await backFromBank(new Request(returned), { params: Promise.resolve({ sealed }) })
    expect(visited.headers.get('location')).toBe(`/pay/${link}?note=paid`)
    expect(visited.headers.get('set-cookie')).toBeNull()
    expect(chargedIntents()).toHaveLength(1)
    expect(await (await pressed()).json()).toEqual({ to: `/pay/${link}` })
    expect(chargedIntents()).toHaveLength(1)
  })

  test('is no longer reached through a link that was mailed to an earlier address', async () => {
    const stateAt = async (email: string) => {
      const customer = { name: 'Jane Doe', email }
      await call(shop.privateKey, 'PUT', `/account/${accountId}/customer`, customer)
      return (await findLinkedPayment(world.runtime, { key: link })).state
    }
    expect(await stateAt('Jane@example.com')).toBe('open')
    expect(await stateAt('jane@new.example')).toBe('unknown')
  })

  test('is not retried while it waits, and can be continued after the page was closed', async () => {
    await press()
    const clock = { now: () => later(new Date(), days(5)) }
    expect(await runBilling({ ...shop.context, clock })).toMatchObject({ charged: 0, failed: 0, open: 0 })
    expect(await press()).toBe(`${page()}?note=later`)
    await decideAt(await visit(approve), 'approve')
    expect(await visit(approve)).toBe(`${page()}?note=paid`)
    expect(chargedIntents()).toHaveLength(1)
  })

  test('is completed by the worker if the customer never comes back from the bank', async () => {
    await press()
    await decideAt(await visit(approve), 'approve')
    await shops.recover()
    expect((await getOrder(shop, order.id)).status).toEqual({ charged: 100 })
  })

  test('fails again if the customer refuses it, and can be paid again', async () => {
    await press()
    const back = await decideAt(await visit(approve), 'refuse')
    expect(await visit(approved, back)).toBe(`${page()}?note=failed`)
    const after = await getOrder(shop, order.id)
    expect(after.event.map(({ type }) => type)).toEqual(['order', 'fail', 'accept', 'fail'])
    expect(after.status).toEqual({ pending: 100 })
    expect(await why()).toMatch(/^Die Prüfung durch Ihre Bank ist fehlgeschlagen/)
    expect(await press()).toBe(`${page()}?note=approve`)
  })

  test('is given up at Stripe after half an hour, and retried on its schedule', async () => {
    await press()
    const waiting = shops.double.state.paymentIntents.newest()[0]
    if (!waiting) expect.fail('no intent')
    waiting.created -= 31 * 60
    await world.runtime.db
      .update(operation)
      .set({ firstSent: later(new Date(), -minutes(31)) })
      .where(eq(operation.orderId, order.id))
    await shops.recover()
    expect(waiting.status).toBe('canceled')
    const after = await getOrder(shop, order.id)
    expect(after.event.at(-1)?.type).toBe('fail')
    expect(after.retry).toBeDefined()
  })

  test('uses up no retry, not even one that falls due while the customer is at the bank', async () => {
    const today = todayOf(shop.context)
    await world.runtime.db.update(orders).set({ retryOn: today }).where(eq(orders.id, order.id))
    await press()
    const back = await decideAt(await visit(approve), 'refuse')
    await visit(approved, back)
    expect(await getOrder(shop, order.id)).toMatchObject({ status: { pending: 100 }, retry: today })
  })

  test('cannot be approved without the customer’s key', async () => {
    await press()
    expect(await visit(approve, undefined, 'none')).toBe(page())
    const other = await call<Account>(shop.privateKey, 'POST', '/account', { method: [] })
    const otherKey = await call<{ key: string }>(shop.privateKey, 'POST', `/account/${other.body.id}/key`)
    expect(await visit(approve, undefined, otherKey.body.key)).toBe('/account/gone')
  })
})
