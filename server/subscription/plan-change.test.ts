// @module-tag slow

import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { account as accounts, subscription as subscriptions } from '@/db/schema'
import {
  declining,
  duesOf,
  mailsOf,
  move,
  ordersOf,
  payer,
  shopOn,
  statusOf,
  subscribe,
} from '@/test/billing'
import { call, type ErrorBody, visa } from '@/test/call'
import { DatabaseFaults, type Fault, prepareFaults } from '@/test/database-faults'
import { dashboard, newMember } from '@/test/members'
import { type TestMerchant, testWorld } from '@/test/world'
import { billAll } from '../billing/run-all'
import type { Account } from '../model/account'
import type { Subscription, Upcoming } from '../model/subscription/schemas'
import { recoverOperations } from '../payment/recover'

const faults = new DatabaseFaults()
const world = testWorld({ replace: faults.replace })

let shop: TestMerchant
beforeAll(async () => {
  await prepareFaults(world.runtime.db)
  shop = await shopOn(world, '2027-01-10')
})

const on = (account: Pick<Account, 'id'>, { id }: Pick<Subscription, 'id'>) =>
  `/account/${account.id}/subscription/${id}`

async function plan(path: string, body: object, of = shop): Promise<Subscription> {
  const response = await call<Subscription[]>(of.privateKey, 'PUT', `${path}/plan`, body)
  expect(response.status, response.text).toBe(200)
  const [planned] = response.body.filter(({ id }) => path.endsWith(id))
  if (!planned) throw new Error('The subscription was not returned')
  return planned
}

const read = async (account: Pick<Account, 'id'>, key = shop.privateKey) =>
  (await call<Subscription[]>(key, 'GET', `/account/${account.id}/subscription`)).body[0]

const preview = async (path: string) =>
  (await call<Upcoming[]>(shop.privateKey, 'GET', `${path}/preview?count=3`)).body.map(({ date, amount }) => [
    date,
    amount,
  ])

const amountsOf = async (of: TestMerchant, account: Account) =>
  (await ordersOf(of, account)).map(({ due, status }) => [due, status.charged])

test('a planned price is shown until its day, charged from then on, and mailed once', async () => {
  const own = await shopOn(world, '2027-01-10')
  const account = await payer(own, visa)
  const path = on(account, await subscribe(own, account))
  const other = await payer(own, visa)
  const otherPath = on(other, await subscribe(own, other))
  await move(own, { to: '2027-01-11' })
  const change = { items: 120, notify: true }
  const expected = { from: '2027-02-10', items: 120, amount: 120 }
  for (let times = 0; times < 2; times++)
    expect(await plan(path, change, own)).toMatchObject({ items: 100, due: '2027-02-10', planned: expected })
  const changed = (await mailsOf(own)).filter(({ template }) => template === 'price-changed')
  expect(changed).toMatchObject([
    { data: { amount: '12000', before: { amount: '10000' }, from: '2027-02-10' } },
  ])
  await plan(otherPath, { from: '2027-01-20', items: [{ name: 'Tea', price: 40, vat: 25 }] }, own)

  // Between two dates, the terms change on the chosen day.
  await move(own, { to: '2027-01-19' })
  const listed = async (of: Account) =>
    (await call<Subscription[]>(own.privateKey, 'GET', `/account/${of.id}/subscription`)).body[0]
  expect(await listed(other)).toMatchObject({ items: 100 })
  await move(own, { to: '2027-01-20' })
  expect(await listed(other)).toMatchObject({ items: [{ name: 'Tea' }], due: '2027-02-10' })
  expect(await listed(other)).not.toHaveProperty('planned')
  expect(await listed(account)).toMatchObject({ items: 100, planned: expected })

  await move(own, { to: '2027-03-10' })
  expect(await amountsOf(own, account)).toEqual([
    ['2027-01-10', 100],
    ['2027-02-10', 120],
    ['2027-03-10', 120],
  ])
  expect((await ordersOf(own, other)).map(({ status }) => status.charged)).toEqual([100, 50, 50])
  expect(await listed(account)).toMatchObject({ items: 120, due: '2027-04-10' })
  expect(await listed(account)).not.toHaveProperty('planned')
})

test('a mail about a change states what changes: the price, the schedule, and a price that was planned before', async () => {
  const own = await shopOn(world, '2027-01-10')
  const account = await payer(own, visa)
  const subscription = await subscribe(own, account)
  const path = on(account, subscription)
  await move(own, { to: '2027-01-11' })
  await plan(path, { from: '2027-04-01', items: 300 }, own)
  const owner = await newMember(world.runtime, own.merchant, 'owner')
  const change = (items: number) =>
    dashboard(world.runtime, owner, own.merchant).subscription.change({
      ...{ account: account.id, id: subscription.id, change: { items }, notify: true },
    })
  await change(200)
  // It costs this already.
  await change(200)
  // Before the next date of the old schedule.
  await plan(path, { from: '2027-01-15', schedule: 'weekly', notify: true }, own)
  // The same price, and the same dates in other words.
  const same = { from: '2027-02-15', items: [{ name: 'Tea', price: 160, vat: 25 }], notify: true }
  await plan(path, { ...same, schedule: { frequency: 'monthly', offset: 9 } }, own)
  await plan(path, { from: '2027-01-12', items: 300, notify: true }, own)
  const sent = (await mailsOf(own)).filter(({ template }) => template === 'price-changed')
  const old = { currency: 'SEK', schedule: { frequency: 'monthly' }, start: '2027-01-10' }
  expect(sent.map(({ data }) => data)).toEqual([
    expect.objectContaining({
      ...{ amount: '20000', before: { ...old, amount: '10000' }, from: '2027-02-10' },
      later: { amount: '30000', currency: 'SEK', from: '2027-04-10' },
    }),
    expect.objectContaining({
      ...{ amount: '20000', before: { ...old, amount: '20000' }, from: '2027-01-17' },
      schedule: { frequency: 'weekly' },
    }),
    expect.objectContaining({
      ...{ amount: '30000', before: { ...old, amount: '20000' }, from: '2027-02-10' },
      schedule: old.schedule,
    }),
  ])
  expect(sent[1]?.data).not.toHaveProperty('later')
  // No payment is left.
  await plan(path, { from: '2027-01-12', items: 400 }, own)
  await dashboard(world.runtime, owner, own.merchant).subscription.change({
    ...{ account: account.id, id: subscription.id, change: { items: 500, end: '2027-01-11' }, notify: true },
  })
  expect((await mailsOf(own)).filter(({ template }) => template === 'price-changed')).toHaveLength(3)
})

test('dates, amounts and the due date follow a planned schedule, and a withdrawn plan leaves no trace', async () => {
  const account = await payer(shop, visa)
  const path = on(account, await subscribe(shop, account, { start: '2027-01-31' }))
  const before = await read(account)
  await plan(path, { from: '2027-03-05', items: 300, schedule: { frequency: 'quarterly', offset: [2, 14] } })
  expect(await preview(path)).toEqual([
    ['2027-01-31', 100],
    ['2027-02-28', 100],
    ['2027-03-15', 300],
  ])
  // An earlier date of the new schedule becomes the next one.
  expect(await plan(path, { from: '2027-01-12', schedule: 'weekly' })).toMatchObject({ due: '2027-01-31' })
  const { body } = await call<Subscription[]>(shop.privateKey, 'DELETE', `${path}/plan`)
  expect(body).toEqual([before])
  expect((await call(shop.privateKey, 'DELETE', `${path}/plan`)).status).toBe(200)
  // A complete replacement withdraws it too; a change of something else keeps it.
  await plan(path, { items: 120 })
  await call(shop.privateKey, 'PATCH', path, { number: 'S-9' })
  expect(await read(account)).toMatchObject({ number: 'S-9', planned: { amount: 120 } })
  await call(shop.privateKey, 'PUT', path, { items: 90, currency: 'SEK', schedule: 'monthly' })
  expect(await read(account)).not.toHaveProperty('planned')
})

test('refuses a plan that could not be carried out, and shows it to private keys only', async () => {
  const account = await payer(shop, visa)
  const path = on(account, await subscribe(shop, account, { start: '2027-02-01', end: '2027-06-01' }))
  const refusal = async (body: object) => {
    const { status, body: error } = await call<ErrorBody>(shop.privateKey, 'PUT', `${path}/plan`, body)
    return [status, error.content?.property]
  }
  expect(await refusal({ from: '2027-01-10', items: 120 })).toEqual([400, 'from'])
  expect(await refusal({ from: '2027-06-02', items: 120 })).toEqual([400, 'from'])
  expect(await refusal({ items: 0.001 })).toEqual([400, 'items'])
  expect(await refusal({ items: 0 })).toEqual([400, 'items'])
  expect(await read(account)).not.toHaveProperty('planned')

  await plan(path, { items: 120.5 })
  // It would replace the planned price by nothing.
  for (const body of [{}, { notify: true }, { from: '2027-03-01' }])
    expect(await refusal(body)).toEqual([400, undefined])
  expect(await read(account)).toMatchObject({ planned: { items: 120.5 } })
  // With a currency without decimals, the planned amount could not be charged.
  const yen = await call<ErrorBody>(shop.privateKey, 'PATCH', path, { items: 100, currency: 'JPY' })
  expect([yen.status, yen.body.content]).toEqual([
    400,
    { type: 'Subscription', description: expect.stringContaining('planned from 2027-02-01') },
  ])
  const { body } = await call<{ key: string }>(shop.privateKey, 'POST', `/account/${account.id}/key`)
  const seen = await read({ id: 'me' }, body.key)
  expect(seen).toMatchObject({ items: 100 })
  expect(seen).not.toHaveProperty('planned')
  await call(shop.privateKey, 'DELETE', path)
  const [ended] = await world.runtime.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.accountId, account.id))
  expect(ended?.planned).toBeNull()
  const late = await call<ErrorBody>(shop.privateKey, 'PUT', `${path}/plan`, { items: 1 })
  expect([late.status, late.body.content]).toEqual([
    400,
    { type: 'Subscription', description: expect.stringContaining('has ended') },
  ])
})

test('refuses new terms with which the card service could not charge a planned change', async () => {
  const own = await shopOn(world, '2027-01-10')
  const service = world.runtime.cards.named('test')
  const known = await service.capabilities({ merchantId: own.merchant })
  const able = vi.spyOn(service, 'capabilities')
  onTestFinished(() => able.mockRestore())
  able.mockResolvedValue({ ...known, steps: new Map([['MGA', 100n]]) })
  const account = await payer(own, visa)
  const path = on(account, await subscribe(own, account))
  await plan(path, { currency: 'MGA', from: '2027-03-01' }, own)
  const { status, body } = await call<ErrorBody>(own.privateKey, 'PATCH', path, { items: 10.5 })
  expect([status, body.content?.description]).toEqual([400, expect.stringContaining('2027-03-01')])
  expect((await call(own.privateKey, 'PATCH', path, { items: 11 })).status).toBe(200)
  const odd = on(account, await subscribe(own, account, { items: 10.5 }))
  expect((await call(own.privateKey, 'PUT', `${odd}/plan`, { currency: 'MGA' })).status).toBe(400)
})

test('dates missed in an outage keep the old price up to the day of the change', async () => {
  const own = await shopOn(world, '2027-01-10')
  const account = await payer(own, visa)
  const path = on(account, await subscribe(own, account, { schedule: 'daily' }))
  await plan(path, { from: '2027-01-13', items: 120 }, own)
  // Nothing was billed for four days.
  await own.context.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, account.id))
  await move(own, { to: '2027-01-12' })
  await own.context.db.update(accounts).set({ status: 'active' }).where(eq(accounts.id, account.id))
  await move(own, { to: '2027-01-14' })
  expect(await amountsOf(own, account)).toEqual([
    ['2027-01-10', 100],
    ['2027-01-11', 100],
    ['2027-01-12', 100],
    ['2027-01-13', 120],
    ['2027-01-14', 120],
  ])
})

test('the change of a suspended account is made on its day', async () => {
  const own = await shopOn(world, '2027-01-10')
  const account = await payer(own, declining)
  const path = on(account, await subscribe(own, account))
  await plan(path, { from: '2027-02-20', items: 120 }, own)
  await move(own, { to: '2027-02-21' })
  expect(await statusOf(own, account)).toBe('suspended')
  const { body } = await call<Subscription[]>(own.privateKey, 'GET', `/account/${account.id}/subscription`)
  expect(body).toMatchObject([{ items: 120 }])
  expect(await duesOf(own, account)).toEqual(['2027-01-10'])
})

describe('a planned change is made exactly once, with the order of its first date', () => {
  const kinds: [string, Fault][] = [
    ['an internal error', { sqlstate: 'XX000' }],
    ['a connection lost after the commit', 'lost after commit'],
  ]
  test.each(kinds)('despite %s at every statement of the billing run', async (_, fault) => {
    const own = await shopOn(world, '2027-01-10')
    for (let at = 1; ; at++) {
      expect(at).toBeLessThan(80)
      const account = await payer(own, visa)
      const { id } = await subscribe(own, account, { start: '2027-01-09', schedule: 'yearly' })
      // The API refuses a day that has come; a plan made earlier has it.
      await own.context.db
        .update(subscriptions)
        .set({ planned: { from: '2027-01-09', items: 120, schedule: { frequency: 'monthly' } } })
        .where(eq(subscriptions.accountId, account.id))
      const reached = await faults.during(at, fault, () => billAll(world.runtime).catch(() => undefined))
      await recoverOperations(world.runtime, { staleSeconds: 0, onError: () => {} })
      await billAll(world.runtime)
      expect(await amountsOf(own, account), `at ${at}`).toEqual([['2027-01-09', 120]])
      const [row] = await own.context.db
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.accountId, account.id))
      expect(row).toMatchObject({ id, amount: 12_000n, planned: null, due: '2027-02-09' })
      if (!reached) break
    }
  })
})
