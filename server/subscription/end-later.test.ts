// @module-tag slow

import { expect, test } from 'vitest'
import {
  actorsOf,
  callbacksOf,
  declining,
  duesOf,
  mailsOf,
  move,
  payer,
  shopOn,
  subscribe,
} from '@/test/billing'
import { call, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { billAll } from '../billing/run-all'
import { hours } from '../core/clock'
import { claimEndMail } from '../mail/limit'
import { subscriptionsOf } from '../store/subscriptions'
import { endFinishedSubscriptions, endSubscription, undoEnd } from './end-subscription'
import { mailOfEnd } from './mail'
import { planChange } from './plan-change'

const world = testWorld()
const hook = 'https://example.com/hook'

/** A subscription, and what its customer and the merchant can do with it. */
async function subscribed(own: TestMerchant, terms: object = {}, pan = visa) {
  const account = await payer(own, pan)
  const { id } = await subscribe(own, account, { callback: hook, ...terms })
  const ref = { accountId: account.id, id }
  const { byMerchant, byCustomer } = actorsOf(world, own, account)
  const mails = async () =>
    (await mailsOf(own)).flatMap(({ template, data }) =>
      template === 'subscription-ended' && 'subscription' in data && data.subscription === id ? [data] : [],
    )
  return {
    account,
    ref,
    mails,
    path: `/account/${account.id}/subscription/${id}`,
    read: async () => (await subscriptionsOf(own.context, [account.id]))[0],
    end: async (on: 'period' | 'today' = 'period') => endSubscription(await byCustomer(), { ...ref, on }),
    undo: async () => undoEnd(await byCustomer(), ref),
    endAsMerchant: async (on: string) => endSubscription(await byMerchant(), { ...ref, on }),
    undoAsMerchant: async () => undoEnd(await byMerchant(), ref),
  }
}

test('the paid period ends the day before the next date, which is not charged', async () => {
  const shop = await shopOn(world, '2027-01-31')
  const paid = await subscribed(shop, { number: 'S-1' })
  const trial = await subscribed(shop, { start: '2027-02-11' })
  const fixed = await subscribed(shop, { end: '2027-05-01' })
  await move(shop, { to: '2027-02-01' })
  for (const each of [paid, trial, fixed]) await each.end()
  // Another press changes nothing.
  await fixed.end()
  expect(await paid.read()).toMatchObject({ due: null, end: '2027-02-27', ended: null })
  expect(await trial.read()).toMatchObject({ due: null, end: '2027-02-10', ended: null })
  expect(await fixed.read()).toMatchObject({
    end: '2027-02-27',
    ending: { by: 'customer', before: '2027-05-01' },
  })
  expect(await paid.mails()).toMatchObject([{ number: 'S-1', end: '2027-02-27', by: 'customer' }])

  // The whole last day is paid for, so the customer can still change their mind.
  await move(shop, { to: '2027-02-27T22:00:00+01:00' })
  expect(await paid.read()).toMatchObject({ ended: null })
  expect(await trial.read()).toMatchObject({ ended: expect.any(Date) })
  await fixed.undo()
  expect(await fixed.read()).toMatchObject({ due: '2027-02-28', end: '2027-05-01', ending: null })
  await move(shop, { to: '2027-02-28' })
  expect(await paid.read()).toMatchObject({ ended: expect.any(Date), end: '2027-02-27' })
  // Both mails state when the customer asked for it.
  const [asked] = await paid.mails()
  expect(asked).toMatchObject({ asked: expect.stringMatching(/^2027-01-31T/) })
  expect(await paid.mails()).toMatchObject([{}, { end: '2027-02-27', by: 'customer', ...asked }])
  expect(await duesOf(shop, paid.account)).toEqual(['2027-01-31'])
  expect(await duesOf(shop, trial.account)).toEqual([])
  expect(await duesOf(shop, fixed.account)).toEqual(['2027-01-31', '2027-02-28'])
  // The shop knew of each end when it was asked for, and of the one that was undone.
  const told = (await callbacksOf(shop)).flatMap(({ type, data }) =>
    type.startsWith('subscription.') ? [`${type} ${data.subscription?.end}`] : [],
  )
  expect(told.toSorted()).toEqual([
    'subscription.continued 2027-05-01',
    'subscription.ended 2027-02-10',
    'subscription.ended 2027-02-27',
    'subscription.ending 2027-02-10',
    'subscription.ending 2027-02-27',
    'subscription.ending 2027-02-27',
  ])
  await expect(paid.undo()).rejects.toMatchObject({ code: 'subscription.ended' })
})

test('does not end before its last date is billed, which waits while a card service does not respond', async () => {
  const shop = await shopOn(world, '2027-01-01')
  const { read } = await subscribed(shop, { start: '2027-01-02', end: '2027-01-02' })
  const clock = { now: () => new Date('2027-01-04T12:00:00Z') }
  expect(await endFinishedSubscriptions({ ...shop.context, clock }, 10)).toBe(0)
  expect(await read()).toMatchObject({ due: '2027-01-02', ended: null })
})

test('in the paid period with which it ends, nothing is billed, whatever the merchant changes', async () => {
  const shop = await shopOn(world, '2027-01-01')
  const all = await Promise.all(Array.from({ length: 4 }, () => subscribed(shop)))
  const [patched, replaced, planned, undone] = all
  await move(shop, { to: '2027-01-05' })
  await call(shop.privateKey, 'PUT', `${planned?.path}/plan`, { schedule: 'yearly', from: '2027-01-06' })
  for (const { end } of all) await end()
  const schedule = { frequency: 'monthly', offset: 14 }
  for (const each of [patched, undone]) await call(shop.privateKey, 'PATCH', `${each?.path}`, { schedule })
  const same = { items: 100, currency: 'SEK', callback: hook, schedule: 'weekly', end: '2027-01-31' }
  await call(shop.privateKey, 'PUT', `${replaced?.path}`, same)
  // It was to end a year later, with the next date of the planned schedule.
  expect(await planned?.read()).toMatchObject({ due: null, end: '2027-12-31' })
  await call(shop.privateKey, 'DELETE', `${planned?.path}/plan`)
  await undone?.undo()
  await move(shop, { to: '2028-01-01' })
  for (const { account } of [patched, replaced, planned].flatMap((each) => each ?? []))
    expect(await duesOf(shop, account)).toEqual(['2027-01-01'])
  expect((await patched?.read())?.ended).toEqual(expect.any(Date))
  expect((await duesOf(shop, undone?.account ?? { id: '' }))?.slice(0, 3)).toEqual([
    ...['2027-01-01', '2027-01-15', '2027-02-15'],
  ])
})

test('a replacement without an end keeps the end that the customer asked for, and removes that of the merchant', async () => {
  const shop = await shopOn(world, '2027-01-01')
  const [left, other] = [await subscribed(shop), await subscribed(shop)]
  await move(shop, { to: '2027-01-05' })
  await left.end()
  await other.endAsMerchant('period')
  for (const { path } of [left, other])
    await call(shop.privateKey, 'PUT', path, { items: 120, currency: 'SEK', schedule: 'monthly' })
  expect(await left.read()).toMatchObject({ due: null, end: '2027-01-31', ending: { by: 'customer' } })
  expect(await other.read()).toMatchObject({ due: '2027-02-01', end: null, ending: null })
  await call(shop.privateKey, 'PATCH', left.path, { end: null })
  expect(await left.read()).toMatchObject({ due: '2027-02-01', end: null, ending: null })
})

test('without a paid period it ends today', async () => {
  const shop = await shopOn(world, '2027-01-10')
  const waiting = await subscribed(shop)
  await waiting.end()
  expect(await waiting.read()).toMatchObject({ due: null, end: '2027-01-10', ended: expect.any(Date) })
  const suspended = await subscribed(shop, {}, declining)
  await move(shop, { to: '2027-01-12' })
  // Billed and retried: the period is the customer's, and is owed.
  const retried = await subscribed(shop, {}, declining)
  await billAll(world.runtime)
  await retried.end()
  expect(await retried.read()).toMatchObject({ end: '2027-02-11', ended: null })
  expect(await retried.mails()).toMatchObject([{ unpaid: true, retried: true }])
  await move(shop, { to: '2027-01-25' })
  await suspended.end()
  expect(await suspended.read()).toMatchObject({ end: '2027-01-25', ended: expect.any(Date) })
})

test('customers undo their own ends only; merchants undo any, back to the agreed end', async () => {
  const shop = await shopOn(world, '2027-01-10')
  const { read, undo, undoAsMerchant, end, endAsMerchant, path } = await subscribed(shop, {
    end: '2027-12-31',
  })
  await move(shop, { to: '2027-01-11' })
  // There is nothing to undo: the end was agreed.
  await undo()
  expect(await read()).toMatchObject({ end: '2027-12-31', due: '2027-02-10' })
  await endAsMerchant('2027-03-31')
  await expect(undo()).rejects.toMatchObject({ code: 'subscription.end-not-undoable' })
  expect(await read()).toMatchObject({ end: '2027-03-31', due: '2027-02-10', ending: { by: 'merchant' } })
  await end()
  await undoAsMerchant()
  expect(await read()).toMatchObject({ end: '2027-12-31', due: '2027-02-10', ending: null })
  // An end that is a term of the subscription was requested by nobody, so it cannot be undone.
  await end()
  await call(shop.privateKey, 'PATCH', path, { end: '2027-06-30' })
  expect(await read()).toMatchObject({ end: '2027-06-30', due: '2027-02-10', ending: null })
  // An end before that has passed by now does not come back.
  await endAsMerchant('2027-12-31')
  await move(shop, { to: '2027-07-01' })
  await undoAsMerchant()
  expect(await read()).toMatchObject({ end: null, due: '2027-07-10', ending: null })
  // Ended today: it stays ended.
  await end('today')
  await expect(undoAsMerchant()).rejects.toMatchObject({ code: 'subscription.ended' })
})

test('a customer who ends a subscription that the merchant has ended later, and undoes that, does not undo the merchant’s end', async () => {
  const shop = await shopOn(world, '2027-01-10')
  const { account, read, undo, undoAsMerchant, end, endAsMerchant } = await subscribed(shop)
  await move(shop, { to: '2027-01-11' })
  await endAsMerchant('2027-03-31')
  for (let time = 0; time < 2; time++) {
    await end()
    expect(await read()).toMatchObject({ end: '2027-02-09', due: null, ending: { by: 'customer' } })
    await undo()
    expect(await read()).toMatchObject({ end: '2027-03-31', due: '2027-02-10', ending: { by: 'merchant' } })
  }
  await expect(undo()).rejects.toMatchObject({ code: 'subscription.end-not-undoable' })
  await undoAsMerchant()
  expect(await read()).toMatchObject({ end: null, due: '2027-02-10', ending: null })
  await endAsMerchant('2027-03-31')
  await end()
  await undo()
  await move(shop, { to: '2027-05-01' })
  expect(await duesOf(shop, account)).toEqual(['2027-01-10', '2027-02-10', '2027-03-10'])
})

test('a customer who keeps ending a subscription and undoing it gets five mails an hour about it', async () => {
  const shop = await shopOn(world, '2027-01-10')
  const [one, other] = [await subscribed(shop), await subscribed(shop)]
  await move(shop, { to: '2027-01-11' })
  for (let press = 0; press < 8; press++) {
    await one.end()
    await one.undo()
  }
  expect(await one.mails()).toHaveLength(5)
  await other.end()
  expect(await other.mails()).toHaveLength(1)
  world.clock.advance(hours(1))
  await one.end()
  expect(await one.mails()).toHaveLength(6)
  expect(await one.read()).toMatchObject({ due: null, ending: { by: 'customer' } })
})

test('ends of a subscription with the same id in another account do not count', async () => {
  const shop = await shopOn(world, '2027-01-10')
  const claimed = async (accountId: string) =>
    'id' in (await claimEndMail(shop.context, { accountId, id: 'kGhT' }))
  const [one = '', other = ''] = [(await payer(shop)).id, (await payer(shop)).id]
  for (let mail = 0; mail < 5; mail++) expect(await claimed(one)).toBe(true)
  expect(await claimed(one)).toBe(false)
  expect(await claimed(other)).toBe(true)
})

test('ends, undos and billing at the same time leave one consistent outcome', async () => {
  const shop = await shopOn(world, '2027-01-10')
  const all = await Promise.all(Array.from({ length: 6 }, () => subscribed(shop, { schedule: 'daily' })))
  for (let day = 11; day <= 14; day++) {
    await move(shop, { to: `2027-01-${day}` })
    const outcomes = await Promise.allSettled(
      all.flatMap(({ end, undo }, place) => [end(), billAll(world.runtime), place % 2 ? undo() : end()]),
    )
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason.code).toMatch(/^subscription\./)
  }
  await move(shop, { to: '2027-01-17' })
  for (const { read, account } of all) {
    const row = await read()
    const dues = await duesOf(shop, account)
    expect(new Set(dues).size).toBe(dues.length)
    // Every date up to the end was billed, and none after it.
    expect(dues.at(-1)).toBe(row?.end ?? '2027-01-17')
    expect(dues).toHaveLength(Number(dues.at(-1)?.slice(-2)) - 9)
    expect(row?.ended === null).toBe(row?.end === null)
  }
})

test('its mail says that the card is charged again only if that is so for all that is unpaid', async () => {
  const shop = await shopOn(world, '2027-01-10')
  const { account, read } = await subscribed(shop)
  const row = (await read()) ?? expect.fail('There is no subscription')
  const due = {
    accountId: account.id,
    subscriptionId: row.id,
    orderId: 'order',
    currency: 'SEK',
    amount: 100n,
  }
  const unpaid = (givenUp: boolean) => ({ ...due, due: null, failedOn: null, retryOn: null, givenUp })
  const saidOf = (...given: boolean[]) => {
    const recipient = { to: 'jane@example.com', accountId: account.id, language: null }
    return mailOfEnd(row, recipient, { by: 'customer', unpaid: given.map(unpaid) }).data
  }
  expect(saidOf(false, false)).toMatchObject({ unpaid: true, retried: true })
  expect(saidOf(false, true)).toMatchObject({ unpaid: true })
  expect(saidOf(false, true)).not.toHaveProperty('retried')
  expect(saidOf()).not.toHaveProperty('retried')
})

test('a change that was planned for a day after the end is not made', async () => {
  const shop = await shopOn(world, '2027-01-10')
  const [ending, continuing] = [await subscribed(shop), await subscribed(shop)]
  await move(shop, { to: '2027-01-11' })
  for (const { ref } of [ending, continuing])
    await planChange(shop.context, { ...ref, plan: { from: '2027-02-10', items: 120 } })
  await ending.end()
  await continuing.endAsMerchant('2027-02-10')
  await move(shop, { to: '2027-02-11' })
  expect(await ending.read()).toMatchObject({ end: '2027-02-09', amount: 10_000n, planned: null })
  expect(await continuing.read()).toMatchObject({ end: '2027-02-10', amount: 12_000n, planned: null })
})
