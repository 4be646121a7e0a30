// @module-tag slow

import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { acquirerEntry } from '@/db/schema'
import { createAccountKey } from '@/server/account/account-key'
import { runBilling } from '@/server/billing/run'
import { declinesAnHour } from '@/server/customer/card-attempts'
import { owedBy } from '@/server/customer/owed'
import type { Account } from '@/server/model/account'
import { readAccount } from '@/server/store/accounts'
import { postForm } from '@/test/account-form'
import { call, getOrder, tokenFor } from '@/test/call'
import { holdAuthorisation } from '@/test/hold-authorisation'
import { type TestMerchant, testWorld } from '@/test/world'
import { POST as addCard } from './add-card/route'
import { POST as defaultCard } from './default-card/route'
import { POST as pay } from './pay/route'
import { POST as removeCard } from './remove-card/route'
import { POST as verified } from './verified/route'

const world = testWorld()
const declined = '4000000000000002'
const failing = '4000000000000341'
const verifiedFirst = '4000002760003184'

let shop: TestMerchant
let account: { id: string; key: string }

beforeEach(async () => {
  shop = await world.newMerchant()
  const method = [
    { type: 'token', card: await tokenFor(shop, failing) },
    { type: 'token', card: await tokenFor(shop, '5555555555554444') },
  ]
  account = await newAccount(method)
})

afterEach(() => vi.restoreAllMocks())

async function newAccount(method: object[] = []) {
  const { body } = await call<Account>(shop.privateKey, 'POST', '/account', { customer: {}, method })
  return { id: body.id, key: (await createAccountKey(shop.context, body.id)).key }
}

/** Returns where a form redirects. */
const post = async (
  ...[handler, fields, cookies = '']: [Parameters<typeof postForm>[0], Record<string, string>, string?]
) =>
  (
    await postForm(handler, account.key, fields, { cookie: `kassa_account=${account.key}; ${cookies}` })
  ).headers.get('location')

const typed = (number: string) => ({ number, expires: '12/30', csc: '987' })
const add = (number: string) => post(addCard, typed(number))
const tooMany = '/account/cards/new?problem=new.tooMany'

/** Returns the requests that the card service received. */
const asked = () => shop.context.db.$count(acquirerEntry)

async function newDebt() {
  const subscription = { items: 199, currency: 'SEK', schedule: 'monthly' }
  await call(shop.privateKey, 'POST', `/account/${account.id}/subscription`, subscription)
  await runBilling(shop.context)
  const [owed] = await owedBy(shop.context, account.id)
  if (!owed) throw new Error('Nothing is owed')
  return owed.order.id
}

test('no card pays more than the page showed', async () => {
  await newDebt()
  const { methods } = await readAccount(shop.context, account.id)
  const [first = '', second = ''] = methods.map(({ id }) => id)
  const cards = { card: first, cards: `${first},${second}` }
  // Another payment has failed since the page was shown, or the first one.
  for (const owed of ['', 'EUR 19900', 'SEK 19899']) {
    expect(await post(defaultCard, { card: second, owed })).toBe('/account/cards?note=changed')
    expect(await post(removeCard, { ...cards, owed })).toBe(`/account/cards/${first}/remove?note=changed`)
    expect(await post(addCard, { ...typed('4111111111111111'), owed })).toBe(
      '/account/cards/new?note=changed',
    )
  }
  const now = async () => (await readAccount(shop.context, account.id)).methods.map(({ id }) => id)
  expect(await now()).toEqual([first, second])
  expect(await owedBy(shop.context, account.id)).toHaveLength(1)
  expect(await post(defaultCard, { card: second, owed: 'EUR 5,SEK 19900' })).toBe(
    '/account/cards?note=default',
  )
  expect(await now()).toEqual([second, first])
  expect(await owedBy(shop.context, account.id)).toEqual([])
  // Pressed again after a lost response: nothing is charged, and nothing is refused.
  expect(await post(defaultCard, { card: second, owed: '' })).toBe('/account/cards?note=default')
})

test('a card that is chosen twice in a row pays once, and nothing is said to have failed meanwhile', async () => {
  const order = await newDebt()
  const { methods } = await readAccount(shop.context, account.id)
  const choose = (fields: { order?: string }) =>
    post(defaultCard, { card: methods[1]?.id ?? '', owed: 'SEK 19900', ...fields })
  const payment = holdAuthorisation(world.runtime.cards.named('test'))
  const first = choose({ order })
  await payment.isHeld()
  expect(await choose({ order })).toBe(`/account/orders/${order}?note=later`)
  expect(await choose({})).toBe('/account/cards?note=later')
  payment.release()
  expect(await first).toBe(`/account/orders/${order}?note=paid`)
  expect(await choose({ order })).toBe(`/account/orders/${order}?note=paid`)
  const { event } = await getOrder(shop, order)
  expect(event.map(({ type }) => type)).toEqual(['order', 'fail', 'charge'])
})

test('a card pays for all of more than 100 unpaid orders, or for none', async () => {
  const debts = 101
  const subscription = { items: 199, currency: 'SEK', schedule: 'monthly' }
  for (let count = 0; count < debts; count++)
    await call(shop.privateKey, 'POST', `/account/${account.id}/subscription`, subscription)
  await runBilling(shop.context)
  const { methods } = await readAccount(shop.context, account.id)
  const pay = (count: number) =>
    post(defaultCard, { card: methods[1]?.id ?? '', owed: `SEK ${count * 19900}` })
  expect(await pay(debts - 1)).toBe('/account/cards?note=changed')
  expect(await pay(debts)).toBe('/account/cards?note=default')
  expect(await owedBy(shop.context, account.id)).toEqual([])
})

/** Enters a card that its bank verifies. Returns the cookie with which it is added afterwards. */
const beginVerification = async (fields: { owed?: string } = {}) =>
  (await postForm(addCard, account.key, { ...typed(verifiedFirst), ...fields })).headers
    .get('set-cookie')
    ?.split(';')[0]

test('a card that was confirmed with the bank pays no more than the page showed before', async () => {
  await newDebt()
  const step = await beginVerification({ owed: 'SEK 19900' })
  await newDebt()
  await shop.context.db.execute(sql`update acquirer_verification set outcome = 'approved'`)
  expect(await post(verified, {}, step)).toBe('/account/cards/new?note=changed')
  expect((await readAccount(shop.context, account.id)).methods).toHaveLength(2)
  expect(await owedBy(shop.context, account.id)).toHaveLength(2)
  const again = await beginVerification({ owed: 'SEK 39800' })
  await shop.context.db.execute(sql`update acquirer_verification set outcome = 'approved'`)
  // The page is reloaded, or its form is sent again.
  for (const note of ['/account?note=addedPaid', '/account/cards?note=added'])
    expect(await post(verified, {}, again)).toBe(note)
  expect(await owedBy(shop.context, account.id)).toEqual([])
})

test('a card pays no more than the page showed if another payment fails while it is being stored', async () => {
  await newDebt()
  const service = world.runtime.cards.named('test')
  const store = service.store.bind(service)
  vi.spyOn(service, 'store').mockImplementationOnce(async (call) => {
    const outcome = await store(call)
    await newDebt()
    return outcome
  })
  expect(await post(addCard, { ...typed('4111111111111111'), owed: 'SEK 19900' })).toBe(
    '/account/cards/new?note=changed',
  )
  expect((await readAccount(shop.context, account.id)).methods).toHaveLength(2)
  expect(await owedBy(shop.context, account.id)).toHaveLength(2)
})

test('a card that is sent again after a lost response is not refused, and pays nothing that failed since', async () => {
  await newDebt()
  const step = await beginVerification({ owed: 'SEK 19900' })
  await shop.context.db.execute(sql`update acquirer_verification set outcome = 'approved'`)
  expect(await post(verified, {}, step)).toBe('/account?note=addedPaid')
  const { methods } = await readAccount(shop.context, account.id)
  const failingAgain = methods.find(({ last4 }) => last4 === '0341')?.id ?? ''
  expect(await post(defaultCard, { card: failingAgain, owed: '' })).toBe('/account/cards?note=default')
  for (let count = 0; count < 2; count++) await newDebt()
  expect(await post(verified, {}, step)).toBe('/account?note=addedUnpaid')
  const after = await readAccount(shop.context, account.id)
  expect(after.methods.map(({ last4 }) => last4)).toEqual(['0341', '3184', '4444'])
  expect(await owedBy(shop.context, account.id)).toHaveLength(2)
})

test('a declined card that is sent again is not charged again, and does not replace the default chosen since', async () => {
  await newDebt()
  const step = await beginVerification({ owed: 'SEK 19900' })
  await shop.context.db.execute(sql`update acquirer_token set behaviour = 'declined once stored'`)
  expect(await post(verified, {}, step)).toBe('/account?note=addedUnpaid')
  const before = await asked()
  expect(await post(verified, {}, step)).toBe('/account?note=addedUnpaid')
  expect(await asked()).toBe(before)
  const { methods } = await readAccount(shop.context, account.id)
  const chosen = methods.find(({ last4 }) => last4 === '4444')?.id ?? ''
  expect(await post(defaultCard, { card: chosen, owed: 'SEK 19900' })).toBe('/account/cards?note=default')
  await shop.context.db.execute(sql`update acquirer_card set behaviour = 'declined once stored'`)
  // Another payment, of the same amount as the one that the page showed.
  await newDebt()
  const since = await asked()
  expect(await post(verified, {}, step)).toBe('/account?note=addedUnpaid')
  expect(await asked()).toBe(since)
  const after = await readAccount(shop.context, account.id)
  expect(after.methods[0]?.last4).toBe('4444')
})

test('after 10 declined cards within an hour, rejects all further cards on every form', async () => {
  const orderId = await newDebt()
  for (let count = 0; count < declinesAnHour; count++) {
    expect(await add(declined)).toBe('/account/cards/new?problem=decline.plain')
  }
  const before = await asked()
  expect(await add(declined)).toBe(tooMany)
  expect(await add('4111111111111111')).toBe(tooMany)
  const press = () => ({ order: orderId, attempt: crypto.randomUUID(), expected: '19900' })
  expect(await post(pay, press())).toBe(`/account/orders/${orderId}?note=tooMany`)
  const { methods } = await readAccount(shop.context, account.id)
  const other = { card: methods[1]?.id ?? '' }
  expect(await post(defaultCard, other)).toBe('/account/cards?note=tooMany')
  expect(await asked()).toBe(before)
  expect((await readAccount(shop.context, account.id)).methods.map(({ id }) => id)).toEqual(
    methods.map(({ id }) => id),
  )
  // The limit is for the account page. The REST API follows its contract.
  const token = { type: 'token', card: await tokenFor(shop, '4111111111111111') }
  expect((await call(shop.privateKey, 'POST', `/account/${account.id}/method`, token)).status).toBe(201)
})

test('a card that is charged because the one before it was removed counts too, and the page says how it went', async () => {
  const pans = [failing, '4111111111111111', '5555555555554444', '378282246310005']
  account = await newAccount(
    await Promise.all(pans.map(async (pan) => ({ type: 'token', card: await tokenFor(shop, pan) }))),
  )
  const remaining = async () => (await readAccount(shop.context, account.id)).methods.map(({ id }) => id)
  const remove = async () => {
    const cards = await remaining()
    return post(removeCard, { card: cards[0] ?? '', cards: cards.join(), owed: 'SEK 19900' })
  }
  await newDebt()
  for (let count = 2; count <= declinesAnHour; count++) await add(declined)
  await shop.context.db.execute(sql`update acquirer_card set behaviour = 'declined once stored'`)
  expect(await remove()).toBe('/account/cards?note=removedUnpaid')
  const [before, cards] = [await asked(), await remaining()]
  expect(await remove()).toBe('/account/cards?note=tooMany')
  expect([await asked(), await remaining()]).toEqual([before, cards])
  // A card that is not the default pays nothing, so it can always be removed.
  expect(await post(removeCard, { card: cards[1] ?? '', cards: cards.join() })).toBe(
    '/account/cards?note=removed',
  )
})

test('a card that is charged because the one before it was removed pays what the page showed', async () => {
  await newDebt()
  const [first = '', second = ''] = (await readAccount(shop.context, account.id)).methods.map(({ id }) => id)
  const press = { card: first, cards: `${first},${second}`, owed: 'SEK 19900' }
  expect(await post(removeCard, press)).toBe('/account/cards?note=removedPaid')
  expect(await owedBy(shop.context, account.id)).toEqual([])
})

test('counts declined payments too', async () => {
  const orderId = await newDebt()
  const press = () => post(pay, { order: orderId, attempt: crypto.randomUUID(), expected: '19900' })
  for (let count = 0; count < declinesAnHour; count++) {
    expect(await press()).toBe(`/account/orders/${orderId}?note=failed`)
  }
  expect(await press()).toBe(`/account/orders/${orderId}?note=tooMany`)
})

test('counts cards that need verification, but not checks of their verification', async () => {
  const step = await beginVerification()
  for (let count = 1; count < declinesAnHour; count++) {
    expect(await post(verified, {}, step)).toBe('/account/cards/verify?problem=verify.notYet')
    expect(await add(verifiedFirst)).toBe('/account/cards/verify')
  }
  expect(await add(verifiedFirst)).toBe(tooMany)
  await shop.context.db.execute(sql`update acquirer_verification set outcome = 'approved'`)
  expect(await post(verified, {}, step)).toBe(tooMany)
})

test('a card that needs verification is added afterwards, once, however often the form is submitted', async () => {
  const eve = await newAccount()
  const first = await postForm(addCard, account.key, typed(verifiedFirst))
  expect(first.headers.get('location')).toBe('/account/cards/verify')
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(cookie).toMatch(/^kassa_card=v2\./)
  // Another tab may have cleared or replaced the cookie: the form of the page has the step too.
  const step = cookie.replace('kassa_card=', '')
  const stale = '/account/cards/new?problem=new.stale'
  expect(await post(verified, {}, cookie)).toBe('/account/cards/verify?problem=verify.notYet')
  await shop.context.db.execute(sql`update acquirer_verification set outcome = 'approved'`)
  // The step works for the account that it was created for only.
  for (const [fields, sent] of [
    [{}, `kassa_account=${eve.key}; ${cookie}`],
    [{ step }, `kassa_account=${eve.key}`],
  ] as const)
    expect((await postForm(verified, eve.key, fields, { cookie: sent })).headers.get('location')).toBe(stale)
  expect(await post(verified, {})).toBe(stale)
  for (const [fields, sent] of [
    [{}, cookie],
    [{ step }, ''],
    [{}, cookie],
  ] as const)
    expect(await post(verified, fields, sent)).toBe('/account/cards?note=added')
  const { methods } = await readAccount(shop.context, account.id)
  expect(methods.map(({ last4 }) => last4)).toEqual(['0341', '4444', '3184'])
})
