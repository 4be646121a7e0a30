import { beforeAll, expect, test } from 'vitest'
import { accountWith, call, visa } from '@/test/call'
import { type dashboard, dashboardAs } from '@/test/members'
import { type TestMerchant, testWorld } from '@/test/world'

const world = testWorld()

let shop: TestMerchant
let subscriptions: ReturnType<typeof dashboard>['subscription']
beforeAll(async () => {
  shop = await world.newMerchant()
  subscriptions = (await dashboardAs(world.runtime, shop.merchant, 'support')).subscription
})

const club = { name: 'Club', price: 100, vat: 25 }

/** A monthly subscription from 5 January 2090. */
async function subscribed() {
  const { id: account } = await accountWith(shop, visa)
  const { id } = await subscriptions.add({
    ...{ account, attempt: crypto.randomUUID() },
    subscription: { items: [club], currency: 'SEK', schedule: 'monthly', start: '2090-01-05' },
  })
  const named = { account, id }
  const path = `/account/${account}/subscription/${id}`
  return {
    named,
    read: () => subscriptions.get(named),
    /** A change that somebody else makes. */
    meanwhile: (change: object) => call(shop.privateKey, 'PATCH', path, change),
    planMeanwhile: (plan: object) => call(shop.privateKey, 'PUT', `${path}/plan`, plan),
  }
}

const conflict = {
  code: 'CONFLICT',
  details: { status: 409, content: { description: expect.stringContaining('Reload the page') } },
}

const renamed = [{ ...club, name: 'Club membership' }]

test.each([
  ['a price', { items: [{ ...club, price: 200 }] }],
  ['a currency', { currency: 'EUR' }],
  ['a schedule', { schedule: { frequency: 'yearly' } }],
  ['a start', { start: '2090-03-01' }],
  ['an end', { end: '2090-12-31' }],
])('a change is refused if it is based on %s that has changed since', async (_, other) => {
  const { named, read, meanwhile } = await subscribed()
  const { terms: expected } = await read()
  await meanwhile(other)
  const now = await read()
  await expect(
    subscriptions.change({ ...named, change: { items: renamed }, expected }),
  ).rejects.toMatchObject(conflict)
  const plan = { items: 150, from: '2090-02-05' }
  await expect(subscriptions.plan({ ...named, plan, expected })).rejects.toMatchObject(conflict)
  expect(await read()).toEqual(now)
})

test('a change or a plan is refused if another change has been planned since', async () => {
  const { named, read, planMeanwhile } = await subscribed()
  const { terms: expected } = await read()
  await planMeanwhile({ from: '2090-03-05', items: 200 })
  const now = await read()
  await expect(
    subscriptions.change({ ...named, change: { items: renamed }, expected }),
  ).rejects.toMatchObject(conflict)
  const plan = { items: 150, from: '2090-02-05' }
  await expect(subscriptions.plan({ ...named, plan, expected })).rejects.toMatchObject(conflict)
  expect(await read()).toEqual(now)
})

test('a change that leaves the terms as they are is not refused', async () => {
  const { named, read, meanwhile } = await subscribed()
  const { terms: expected } = await read()
  const raised = [{ ...club, price: 200 }]
  await meanwhile({ items: raised })
  await subscriptions.change({ ...named, change: { number: 'S-1' }, expected })
  expect(await read()).toMatchObject({ number: 'S-1', items: raised })
})

test('a change that is sent again after a lost response is not refused', async () => {
  const { named, read } = await subscribed()
  const { terms: expected } = await read()
  for (let time = 0; time < 2; time++)
    await subscriptions.change({ ...named, change: { items: renamed, end: '2090-12-31' }, expected })
  const { terms, ...saved } = await read()
  expect(saved).toMatchObject({ items: renamed, end: '2090-12-31' })
  const plan = { items: 150, from: '2090-02-05' }
  for (let time = 0; time < 2; time++) await subscriptions.plan({ ...named, plan, expected: terms })
  expect(await read()).toMatchObject({ items: renamed, planned: { from: '2090-02-05', items: 150 } })
})

test('a change returns the terms that the next change is based on', async () => {
  const { named, read } = await subscribed()
  const { terms: expected } = await read()
  const change = { items: renamed, start: '2090-02-05' }
  const { terms } = await subscriptions.change({ ...named, change, expected })
  expect(terms).toBe((await read()).terms)
  await subscriptions.plan({ ...named, plan: { items: 150, from: '2090-03-05' }, expected: terms })
  expect(await read()).toMatchObject({ start: '2090-02-05', planned: { items: 150 } })
})

test('a subscription ends on the day that was confirmed, or not at all', async () => {
  const { named, read, meanwhile } = await subscribed()
  const end = (expected: string) => subscriptions.end({ ...named, on: 'period', expected })
  await meanwhile({ schedule: 'yearly', start: '2090-03-31' })
  await expect(end('2090-01-04')).rejects.toMatchObject({
    details: { content: { description: expect.stringContaining('Reload the page') } },
  })
  expect(await read()).toMatchObject({ end: null, due: '2090-03-31' })
  // The second time, the response to the first one was lost.
  for (let time = 0; time < 2; time++) expect(await end('2090-03-30')).toMatchObject({ end: '2090-03-30' })
  await expect(end('2090-01-04')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await read()).toMatchObject({ end: '2090-03-30', due: null, ended: null })
})

test('only the planned change that was shown is withdrawn', async () => {
  const { named, read, planMeanwhile } = await subscribed()
  await planMeanwhile({ from: '2090-02-05', items: 150 })
  const { terms: expected } = await read()
  await planMeanwhile({ from: '2090-03-05', items: 200 })
  await expect(subscriptions.withdrawPlan({ ...named, expected })).rejects.toMatchObject(conflict)
  const { planned, terms } = await read()
  expect(planned).toMatchObject({ from: '2090-03-05', items: 200 })
  for (let time = 0; time < 2; time++) await subscriptions.withdrawPlan({ ...named, expected: terms })
  expect(await read()).toMatchObject({ planned: null })
})

test('only the end that was shown is undone', async () => {
  const { named, read, meanwhile } = await subscribed()
  const { terms: expected } = await subscriptions.end({ ...named, on: '2090-06-30' })
  await meanwhile({ end: '2090-09-30' })
  await expect(subscriptions.undoEnd({ ...named, expected })).rejects.toMatchObject(conflict)
  const { end, terms } = await read()
  expect(end).toBe('2090-09-30')
  for (let time = 0; time < 2; time++)
    await subscriptions.undoEnd({ ...named, expected: terms, agreed: null })
  expect(await read()).toMatchObject({ end: null })
})

test.each([
  ['before it', '2090-06-30'],
  ['on the same day', '2090-12-31'],
])(
  'an undo that is sent again after a lost response keeps the end that was agreed before, when it was to end %s',
  async (_, on) => {
    const { named, read, meanwhile } = await subscribed()
    await meanwhile({ end: '2090-12-31' })
    const { terms: expected, agreed } = await subscriptions.end({ ...named, on })
    const undo = (end: string | null) => subscriptions.undoEnd({ ...named, expected, agreed: end })
    await expect(undo('2090-12-30')).rejects.toMatchObject(conflict)
    for (let time = 0; time < 2; time++) await undo(agreed)
    const { terms, end } = await read()
    expect(end).toBe('2090-12-31')
    // An agreed end can be removed, too.
    for (let time = 0; time < 2; time++)
      await subscriptions.undoEnd({ ...named, expected: terms, agreed: null })
    expect(await read()).toMatchObject({ end: null })
  },
)
