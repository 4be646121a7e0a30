import { expect, test } from 'vitest'
import { move, payer, shopOn, subscribe } from '@/test/billing'
import { call, visa } from '@/test/call'
import { dashboard, dashboardAs, newMember } from '@/test/members'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { createAccountKey } from '../account/account-key'
import type { RecordedTerms } from '../model/subscription/recorded-terms'
import { sayIn } from './audit-text'
import { changeInWords } from './subscription-history'

const world = testWorld()

async function send(key: string, method: string, path: string, body?: object): Promise<void> {
  const { status, text } = await call(key, method, path, body)
  expect(status, text).toBe(200)
}

/** Returns who did what to a subscription, newest first. */
async function historyOf(shop: TestMerchant, account: string, subscription: string) {
  const member = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  const entries = await member.audit.about({ account, subscription })
  return entries.map(({ words, by }) => [words.replaceAll('\u00a0', ' '), by])
}

test('its history shows what keys, members, the customer and Kassa did to its terms', async () => {
  const shop = await shopOn(world, '2027-01-10')
  const account = await payer(shop, visa)
  const { id } = await subscribe(shop, account)
  const path = `/account/${account.id}/subscription/${id}`
  const change = (body: object) => send(shop.privateKey, 'PATCH', path, body)
  await change({ items: 120 })
  await change({ items: 120 })
  await change({ schedule: 'quarterly', number: 'A-1' })
  const session = await newMember(world.runtime, shop.merchant, 'support')
  const member = dashboard(world.runtime, session, shop.merchant).subscription
  await member.plan({ account: account.id, id, plan: { items: 150, from: '2027-04-01' } })
  await member.plan({ account: account.id, id, plan: { items: 150, from: '2027-04-01' } })
  await move(shop, { to: '2027-04-12' })
  const { key } = await createAccountKey(await contextNow(world, shop), account.id)
  const ends = await call(key, 'DELETE', `/account/me/subscription/${id}`)
  expect(ends.status, ends.text).toBe(200)
  expect(await historyOf(shop, account.id, id)).toEqual([
    ['Ended on 12 April 2027', 'Customer on the account page'],
    ['Planned change applied. Price changed from 120,00 kr to 150,00 kr', 'Kassa'],
    [
      'Change planned: 150,00 kr every quarter on the 10th of the first month from 1 April 2027',
      session.email,
    ],
    [
      'Payment dates changed from every month on the 10th to every quarter on the 10th of the first month. Number set to A-1',
      'Key “First private key”',
    ],
    ['Price changed from 100,00 kr to 120,00 kr', 'Key “First private key”'],
    ['Created: 100,00 kr every month on the 10th from 10 January 2027', 'Key “First private key”'],
  ])
})

test('a plan that a request withdraws is not shown as applied, or as replaced when other terms change', async () => {
  const shop = await shopOn(world, '2027-01-10')
  const account = await payer(shop, visa)
  const { id } = await subscribe(shop, account)
  const path = `/account/${account.id}/subscription/${id}`
  await send(shop.privateKey, 'PUT', `${path}/plan`, { schedule: 'quarterly', from: '2027-04-01' })
  await send(shop.privateKey, 'PATCH', path, { items: 120 })
  const terms = { currency: 'SEK', schedule: 'monthly' }
  await send(shop.privateKey, 'PUT', path, { items: 90, ...terms })
  expect((await historyOf(shop, account.id, id)).map(([words]) => words).slice(0, 2)).toEqual([
    'Price changed from 120,00 kr to 90,00 kr. Planned change withdrawn: it was for 1 April 2027',
    'Price changed from 100,00 kr to 120,00 kr',
  ])
})

test('an end that comes is recorded once, with the person who set it and with Kassa', async () => {
  const shop = await shopOn(world, '2027-01-10')
  const account = await payer(shop, visa)
  const { id } = await subscribe(shop, account)
  const path = `/account/${account.id}/subscription/${id}`
  await send(shop.privateKey, 'PATCH', path, { end: '2027-02-15' })
  await move(shop, { to: '2027-03-01' })
  expect((await historyOf(shop, account.id, id)).slice(0, 2)).toEqual([
    ['Ended', 'Kassa'],
    ['End set to 15 February 2027', 'Key “First private key”'],
  ])
})

test('actions from before histories are shown with what came after', async () => {
  const shop = await world.newMerchant()
  const account = await payer(shop, visa)
  const { subscription: member } = await dashboardAs(world.runtime, shop.merchant, 'support')
  const { id } = await member.add({
    ...{ account: account.id, attempt: crypto.randomUUID() },
    subscription: { items: 100, currency: 'SEK', schedule: 'daily' },
  })
  await shop.context.db.execute('delete from subscription_change')
  await member.end({ account: account.id, id, on: '2090-01-31' })
  const history = await historyOf(shop, account.id, id)
  expect(history.map(([words]) => words)).toEqual([
    'End set to 31 January 2090',
    'Created this subscription at 100,00 kr a payment',
  ])
})

const price = (amount: string, name: string) => ({
  ...{ amount, currency: 'EUR' },
  items: [{ name, price: 1, vat: 0 }],
})
const dates = (start: string) => ({ schedule: { frequency: 'daily' as const }, start })
const planned = (from: string) => ({ from, price: price('900', 'Tea'), dates: dates('2027-01-01') })

test.each<[Partial<RecordedTerms>, Partial<RecordedTerms>, string]>([
  [{ price: price('900', 'Tea') }, { price: price('900', 'Rooibos') }, 'Items changed from Tea to Rooibos'],
  [
    { price: price('900', 'Tea') },
    { price: { ...price('900', 'Tea'), items: [{ name: 'Tea', price: 1, vat: 6 }] } },
    'Items changed',
  ],
  [
    { dates: dates('2027-01-01') },
    { dates: dates('2027-01-05') },
    'Start changed from 1 January 2027 to 5 January 2027',
  ],
  [{ end: '2027-01-01' }, { end: null }, 'End removed: it was to end on 1 January 2027'],
  [{ end: '2027-01-01' }, { end: '2027-01-02' }, 'End moved from 1 January 2027 to 2 January 2027'],
  [{ number: 'A' }, { number: null }, 'Number removed: it was A'],
  [
    { callback: 'https://a.test' },
    { callback: 'https://b.test' },
    'Callback address changed from https://a.test to https://b.test',
  ],
  [
    { planned: planned('2027-02-01') },
    { planned: null },
    'Planned change withdrawn: it was for 1 February 2027',
  ],
  [
    { planned: planned('2027-02-01') },
    { planned: planned('2027-03-01') },
    'Planned change replaced: €9.00 every day from 1 March 2027',
  ],
  [
    { planned: planned('2027-02-01'), ended: false, end: null },
    { planned: null, ended: true, end: '2027-01-09' },
    'Ended on 9 January 2027',
  ],
])('a change of terms in words: %j to %j', (before, after, words) => {
  expect(changeInWords({ before, after }, sayIn('en-GB'))).toEqual([words])
})
