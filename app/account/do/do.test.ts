// @module-tag slow

import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiKey } from '@/db/schema'
import { createAccountKey } from '@/server/account/account-key'
import { log } from '@/server/core/log'
import type { Account } from '@/server/model/account'
import { createOrder } from '@/server/order/create-order'
import { readAccount } from '@/server/store/accounts'
import { requireSubscription } from '@/server/store/subscriptions'
import { createSubscription } from '@/server/subscription/create-subscription'
import { hashOfTerms } from '@/server/subscription/expected-terms'
import { postForm } from '@/test/account-form'
import { everything } from '@/test/bodies'
import { call, tokenFor } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { findVisit } from '../../_parts/customer/visit'
import { POST as addCard } from './add-card/route'
import { POST as check } from './check-information/route'
import { POST as confirmEmail } from './confirm-email/route'
import { POST as defaultCard } from './default-card/route'
import { POST as endSubscription } from './end-subscription/route'
import { POST as information } from './information/route'
import { POST as language } from './language/route'
import { POST as pay } from './pay/route'
import { POST as removeCard } from './remove-card/route'
import { POST as stopCard } from './stop-card/route'
import { POST as undoEnd } from './undo-end/route'
import { POST as verified } from './verified/route'
import { POST as withdrawEmail } from './withdraw-email/route'

type Handler = (request: Request) => Response | Promise<Response>

const world = testWorld()
const visa = '4111111111111111'

let shop: TestMerchant

/** Creates an account with two cards, a subscription and an order, and a key to it. */
interface Customer {
  id: string
  key: string
  card: string
  subscription: string
  order: string
}
let jane: Customer
let eve: Customer

beforeEach(async () => {
  shop = await world.newMerchant()
  jane = await newCustomer('jane@example.com')
  eve = await newCustomer('eve@example.com')
})

afterEach(() => vi.restoreAllMocks())

async function newCustomer(email: string): Promise<Customer> {
  const { context } = shop
  const method = [
    { type: 'token', card: await tokenFor(shop, visa) },
    { type: 'token', card: await tokenFor(shop, '5555555555554444') },
  ]
  const { id } = (await call<Account>(shop.privateKey, 'POST', '/account', { customer: { email }, method }))
    .body
  const payment = { type: 'account' as const, account: id }
  const order = await createOrder(context, { items: 100, currency: 'SEK', payment })
  await createSubscription(context, {
    accountId: id,
    subscription: {
      items: 9,
      currency: 'SEK',
      schedule: 'monthly',
      start: '2090-01-01',
    },
  })
  const { methods, subscriptions } = await readAccount(context, id)
  const { key } = await createAccountKey(context, id)
  const [card, subscription] = [methods[1]?.id ?? '', subscriptions[0]?.id ?? '']
  return { id, key, card, subscription, order: order.id }
}

/** Every form of the account, filled in with the ids of one customer. */
const forms = (of: Customer): [string, Handler, Record<string, string>][] => [
  ['pay', pay, { order: of.order, attempt: crypto.randomUUID(), expected: '10000' }],
  ['default card', defaultCard, { card: of.card }],
  ['remove card', removeCard, { card: of.card }],
  ['end subscription', endSubscription, { subscription: of.subscription }],
  ['undo end', undoEnd, { subscription: of.subscription }],
]
const ownForms: [string, Handler, Record<string, string>][] = [
  ['add card', addCard, { number: visa, expires: '12/30', csc: '987' }],
  ['information', information, { name: 'Mallory', email: 'mallory@example.com' }],
  ['withdraw email', withdrawEmail, {}],
  ['stop card', stopCard, {}],
  ['verified', verified, {}],
]

/** Returns all stored rows except the times at which keys were used. */
const state = () => everything(world.runtime.db)

test('does not find ids of another account and changes nothing', async () => {
  const before = await state()
  for (const [name, handler, fields] of forms(jane)) {
    const response = await postForm(handler, eve.key, fields)
    const gone = name.endsWith('card') ? '/account/cards?note=cardGone' : '/account/gone'
    expect([name, response.status, response.headers.get('location')]).toEqual([name, 303, gone])
  }
  expect(await state()).toBe(before)
})

test('a form of another account, which was open in another tab, changes nothing and says why', async () => {
  const before = await state()
  for (const [name, handler, fields] of [...forms(jane), ...ownForms]) {
    const response = await postForm(handler, eve.key, { ...fields, account: jane.id })
    expect([name, response.headers.get('location')]).toEqual([
      name,
      expect.stringMatching(/\?note=otherAccount$/),
    ])
  }
  expect(await state()).toBe(before)
})

test('a forged, expired or revoked key, or one of another kind, changes nothing and leads to login', async () => {
  const { db } = world.runtime
  const revoked = await newCustomer('r@example.com')
  await db.update(apiKey).set({ revoked: new Date() }).where(eq(apiKey.accountId, revoked.id))
  const expired = await newCustomer('x@example.com')
  await db
    .update(apiKey)
    .set({ expires: new Date(0) })
    .where(eq(apiKey.accountId, expired.id))
  const before = await state()
  const forged = `ak_test_${'x'.repeat(43)}`
  for (const key of ['', forged, shop.privateKey, shop.publicKey, revoked.key, expired.key]) {
    for (const [name, handler, fields] of [...forms(jane), ...forms(revoked), ...ownForms]) {
      const response = await postForm(handler, key, fields)
      expect([name, response.status]).toEqual([name, 303])
      expect(response.headers.get('location')).toMatch(/^\/account(\/\w+)*$/)
      expect(response.headers.get('set-cookie')).toBeNull()
    }
    expect((await postForm(check, key, { email: 'x' })).status).toBe(401)
  }
  expect(await state()).toBe(before)
})

test('a form from another site changes nothing', async () => {
  const before = await state()
  const everyForm = [...forms(jane), ...ownForms, ['language', language, { language: 'sv' }] as const]
  const rest = [
    ['check', check, {}],
    ['confirm', confirmEmail, { key: 'x' }],
  ] as const
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    for (const [name, handler, fields] of [...everyForm, ...rest]) {
      const response = await postForm(handler, jane.key, fields, headers)
      // The bank's own site may redirect back, but that changes nothing.
      const way = response.headers.get('location')
      expect([name, response.status, way]).toEqual(
        name === 'verified' ? [name, 303, '/account/cards/verify'] : [name, 403, null],
      )
      expect(response.headers.get('set-cookie')).toBeNull()
    }
  }
  expect(await state()).toBe(before)
})

test('a language is stored in the browser, and for the mail and the other browsers of the customer who is logged in', async () => {
  const response = await postForm(language, jane.key, { language: 'sv', to: '/account/cards' })
  expect(response.headers.get('location')).toBe('/account/cards')
  expect(response.headers.get('set-cookie')).toMatch(/^kassa_language=sv;/)
  await postForm(language, eve.key, { language: 'fr' })
  await postForm(language, 'no key', { language: 'de' })
  const chosen = async ({ id }: Customer) => (await readAccount(shop.context, id)).chosenLanguage
  expect([await chosen(jane), await chosen(eve)]).toEqual(['sv', null])
  const cookie = `kassa_account=${jane.key}`
  const seen = async (headers: Record<string, string>) =>
    (await findVisit(new Headers(headers))).words.language
  expect(await seen({ cookie, 'accept-language': 'de' })).toBe('sv')
  expect(await seen({ cookie: `${cookie}; kassa_language=en` })).toBe('en')
  expect(await seen({ cookie: `kassa_account=${eve.key}`, 'accept-language': 'de' })).toBe('de')
})

test('a later end can be undone until then; nothing happens on a day, or with terms, that the page did not show', async () => {
  const { id, key, subscription } = await newCustomer('end@example.com')
  const to = `/account/subscriptions/${subscription}`
  const post = async (handler: Handler, fields: Record<string, string> = {}) =>
    (await postForm(handler, key, { subscription, ...fields })).headers.get('location')
  expect(await post(undoEnd)).toBe(`${to}?note=continues`)
  expect(await post(endSubscription, { last: '2089-12-30' })).toBe(`${to}?note=changed`)
  expect(await post(endSubscription, { last: '2089-12-31' })).toBe(`${to}?note=ending`)
  expect(await post(endSubscription, { last: '2089-12-31' })).toBe(`${to}?note=ending`)
  const shown = async () =>
    hashOfTerms(await requireSubscription(shop.context, { accountId: id, id: subscription }))
  const terms = await shown()
  await call(shop.privateKey, 'PATCH', `/account/${id}/subscription/${subscription}`, { items: 500 })
  expect(await post(undoEnd, { terms })).toBe(`${to}?note=changed`)
  const seen = { terms: await shown() }
  for (let time = 0; time < 2; time++) expect(await post(undoEnd, seen)).toBe(`${to}?note=continues`)
})

test('a card is not removed if the cards have changed since the page was shown', async () => {
  const { id, key, card } = await newCustomer('cards@example.com')
  const cards = (await readAccount(shop.context, id)).methods.map((each) => each.id).join()
  await postForm(defaultCard, key, { card })
  const response = await postForm(removeCard, key, { card, cards })
  expect(response.headers.get('location')).toBe(`/account/cards/${card}/remove?note=changed`)
})

test('reports that a card is gone if it was removed by another press or in another tab', async () => {
  const press = () => postForm(removeCard, jane.key, { card: jane.card })
  const ways = (await Promise.all([press(), press(), press()])).map(({ headers }) => headers.get('location'))
  expect(ways.sort()).toEqual([
    '/account/cards?note=cardGone',
    '/account/cards?note=cardGone',
    '/account/cards?note=removed',
  ])
  const response = await postForm(defaultCard, jane.key, { card: jane.card })
  expect(response.headers.get('location')).toBe('/account/cards?note=cardGone')
})

describe('a card', () => {
  const typed = (number: string, rest: Record<string, string> = {}) => ({
    number,
    expires: '12/30',
    csc: '987',
    ...rest,
  })

  test('is added from a number with spaces', async () => {
    const response = await postForm(
      addCard,
      jane.key,
      typed('3782 822463 10005', { expires: '4 / 2031', csc: '9876' }),
    )
    expect(response.headers.get('location')).toBe('/account/cards?note=added')
    const { methods } = await readAccount(shop.context, jane.id)
    expect(methods.at(-1)).toMatchObject({ scheme: 'amex', last4: '0005', expires: [4, 31] })
  })

  test.each([
    ['4000000000000002', {}, 'decline.plain'],
    ['4000000000009987', {}, 'decline.plain'],
    ['4100000000000019', {}, 'decline.plain'],
    ['4000000000009995', {}, 'decline.insufficient+funds'],
    ['4000000000000119', {}, 'decline.acquirer+error'],
    [visa, { csc: '988' }, 'decline.invalid+csc'],
    [visa, { csc: '98' }, 'new.badCsc'],
    [visa, { csc: '9876' }, 'new.badCsc'],
    [visa, { expires: '13/30' }, 'new.badExpires'],
    [visa, { expires: 'x' }, 'new.badExpires'],
    [visa, { expires: '12/20' }, 'new.pastExpires'],
    ['4111', {}, 'new.badNumber'],
    ['4111111111111112', {}, 'new.notTest'],
  ])('that cannot be added is explained: %s %j', async (number, rest, problem) => {
    const before = (await readAccount(shop.context, jane.id)).methods.length
    const response = await postForm(addCard, jane.key, typed(number, rest))
    expect(response.headers.get('location')).toBe(`/account/cards/new?problem=${problem}`)
    expect((await readAccount(shop.context, jane.id)).methods).toHaveLength(before)
  })

  test.each([
    ['failed', 'new.failed'],
    ['unknown', 'new.noAnswer'],
  ] as const)('is known not to be added, or not known to be: %s', async (status, problem) => {
    const service = world.runtime.cards.named('test')
    const store = vi.spyOn(service, 'store').mockResolvedValue({ status, cause: new Error(status) })
    const response = await postForm(addCard, jane.key, typed(visa))
    expect(store).toHaveBeenCalledOnce()
    expect(response.headers.get('location')).toBe(`/account/cards/new?problem=${problem}`)
  })

  test('never appears with its number or code in a row, response or log', async () => {
    const written: string[] = []
    for (const level of ['debug', 'info', 'warn', 'error'] as const)
      vi.spyOn(log, level).mockImplementation((...args: unknown[]) => written.push(JSON.stringify(args)))
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((text) => Boolean(written.push(String(text))))
    const responses: string[] = []
    const csc = '8642'
    const numbers = ['378282246310005', '4000000000000002', '4000002760003184', '4111111111111112', '41111']
    for (const number of numbers) {
      for (const accept of ['text/html', 'application/json']) {
        const code = number.startsWith('37') ? csc : csc.slice(0, 3)
        const response = await postForm(addCard, jane.key, typed(number, { csc: code }), { accept })
        responses.push(JSON.stringify([...response.headers]), await response.text())
      }
    }
    const kept = await everything(world.runtime.db)
    vi.restoreAllMocks()
    const all = `${responses.join()} ${written.join()} ${kept}`.replace(/[ -]/g, '')
    for (const number of numbers.slice(0, 4)) expect(all).not.toContain(number)
    // Sealed cookies are random text, which could contain any four digits.
    expect(`${responses.join()} ${written.join()}`.replace(/v2\.[\w.-]+/g, '')).not.toContain(csc)
  })
})
