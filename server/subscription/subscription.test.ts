import { describe, expect, test } from 'vitest'
import { accountWith, call, type ErrorBody, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Account } from '../model/account'
import { addDays, dayOf } from '../model/calendar'
import type { Subscription, Upcoming } from '../model/subscription/schemas'

const world = testWorld()

const today = () => dayOf(world.clock.now(), 'Europe/Stockholm')
const base = {
  items: 249,
  currency: 'SEK',
  schedule: { frequency: 'monthly', offset: -1 },
  start: '2090-11-26',
}

interface Holder {
  shop: TestMerchant
  path: string
}

async function holder(): Promise<Holder> {
  const shop = await world.newMerchant()
  return { shop, path: `/account/${(await accountWith(shop, visa)).id}/subscription` }
}

const send = <T = Subscription[]>(
  { shop, path }: Holder,
  method: string,
  body?: unknown,
  id?: string,
  headers = {},
) => call<T>(shop.privateKey, method, id === undefined ? path : `${path}/${id}`, body, headers)

/** Creates an account holder with one subscription. */
async function subscribed(body: object = base): Promise<Holder & { id: string }> {
  const owner = await holder()
  const response = await send(owner, 'POST', body)
  expect(response.status, response.text).toBe(201)
  return { ...owner, id: response.body[0]?.id ?? '' }
}

describe('POST', () => {
  test('returns all subscriptions of the account, oldest first, and the account has them', async () => {
    const owner = await holder()
    await send(owner, 'POST', { ...base, number: 'first' })
    const { status, body } = await send(owner, 'POST', {
      ...base,
      number: 'second',
      callback: 'https://example.com/x',
    })
    expect(status).toBe(201)
    expect(body.map(({ number }) => number)).toEqual(['first', 'second'])
    expect(body[1]).toEqual({
      ...base,
      id: expect.stringMatching(/^[A-Za-z]{4}$/),
      number: 'second',
      due: '2090-11-30',
      callback: 'https://example.com/x',
    })
    const account = await call<Account>(owner.shop.privateKey, 'GET', owner.path.replace('/subscription', ''))
    expect(account.body.subscription).toEqual(body)
    expect((await send(owner, 'GET')).body).toEqual(body)
    const listed = await call<Account[]>(owner.shop.privateKey, 'GET', '/account')
    expect(listed.body[0]?.subscription).toEqual(body)
  })

  test.each([
    [{ frequency: 'quarterly', offset: [2, -1] }, '2021-07-03', '2021-09-30'],
    [{ frequency: 'weekly', offset: 1 }, '2030-11-30', '2030-12-02'],
    [{ frequency: 'yearly', offset: [2, -1] }, '2030-11-30', '2031-03-31'],
    ['daily', '2031-02-28', '2031-02-28'],
  ])('%o from %s is first due on %s', async (schedule, start, due) => {
    const { path, shop, id } = await subscribed({ ...base, schedule, start })
    const { body } = await call<Subscription[]>(shop.privateKey, 'GET', path)
    expect(body[0]).toMatchObject({
      id,
      due,
      schedule: typeof schedule === 'string' ? { frequency: schedule } : schedule,
    })
  })

  test('starts today by default', async () => {
    const { shop, path } = await subscribed({ items: 10, currency: 'SEK', schedule: 'daily' })
    expect((await call<Subscription[]>(shop.privateKey, 'GET', path)).body[0]).toMatchObject({
      start: today(),
      due: today(),
    })
  })

  test('is never due after its end', async () => {
    const { shop, path } = await subscribed({ ...base, end: '2090-11-29' })
    expect((await call<Subscription[]>(shop.privateKey, 'GET', path)).body[0]).not.toHaveProperty('due')
  })

  test.each([
    [{ ...base, items: 10.001 }, 'items'],
    [{ ...base, items: [{ price: 0 }] }, 'items'],
    [{ ...base, end: '2090-11-25' }, 'end'],
    [{ ...base, schedule: { frequency: 'weekly', offset: 9 } }, 'schedule.offset'],
    [{ ...base, schedule: 'hourly' }, 'schedule'],
    [{ ...base, start: '2090-02-30' }, 'start'],
  ])('rejects %o', async (body, property) => {
    const response = await send<ErrorBody>(await holder(), 'POST', body)
    expect([response.status, response.body.content.property]).toEqual([400, property])
  })

  test('creates one subscription when many requests with one Idempotency-Key arrive at once', async () => {
    const owner = await holder()
    await Promise.all(
      Array.from({ length: 10 }, () => send(owner, 'POST', base, undefined, { 'idempotency-key': 'a' })),
    )
    expect((await send(owner, 'GET')).body).toHaveLength(1)
  })
})

describe('PUT', () => {
  test('replaces everything except the id, and recalculates an upcoming due date', async () => {
    const owner = await subscribed({
      ...base,
      number: 'old',
      callback: 'https://example.com/x',
      end: '2099-01-01',
    })
    const next = {
      items: { price: 100, vat: 25 },
      currency: 'EUR',
      schedule: { frequency: 'weekly', offset: 1 },
      start: '2090-12-01',
    }
    const { body } = await send(owner, 'PUT', next, owner.id)
    expect(body).toEqual([{ ...next, id: owner.id, due: '2090-12-04' }])
  })

  test('keeps the start date unless a new one is given', async () => {
    const owner = await subscribed()
    const { start: _, ...rest } = base
    expect((await send(owner, 'PUT', rest, owner.id)).body[0]).toMatchObject({
      start: base.start,
      due: '2090-11-30',
    })
  })
})

describe('PATCH', () => {
  test('changes the properties that are present, and null clears an optional one', async () => {
    const owner = await subscribed({
      ...base,
      number: 'S-1',
      callback: 'https://example.com/x',
      end: '2099-01-01',
    })
    const { body } = await send(
      owner,
      'PATCH',
      { items: 10, number: null, callback: null, end: null },
      owner.id,
    )
    expect(body).toEqual([{ ...base, items: 10, id: owner.id, due: '2090-11-30' }])
  })

  test('an end before the due date removes that date; an end after it keeps the date', async () => {
    const owner = await subscribed()
    expect((await send(owner, 'PATCH', { end: '2090-11-30' }, owner.id)).body[0]).toMatchObject({
      due: '2090-11-30',
    })
    const ended = (await send(owner, 'PATCH', { end: today() }, owner.id)).body[0]
    expect(ended).toMatchObject({ end: today() })
    expect(ended).not.toHaveProperty('due')
  })

  test('rejects a currency with fewer decimals than the amount has, and changes nothing', async () => {
    const owner = await subscribed({ ...base, items: 10.5 })
    const response = await send<ErrorBody>(owner, 'PATCH', { currency: 'JPY', number: 'x' }, owner.id)
    expect([response.status, response.body.type]).toEqual([400, 'invalid content'])
    expect((await send(owner, 'GET')).body[0]).toMatchObject({ currency: 'SEK' })
    expect((await send(owner, 'GET')).body[0]).not.toHaveProperty('number')
  })
})

describe('DELETE', () => {
  test('removes an upcoming due date and sets the end to today; repeating it changes nothing', async () => {
    const owner = await subscribed()
    const { status, body } = await send(owner, 'DELETE', undefined, owner.id)
    expect(status).toBe(200)
    const { schedule, items, currency, start } = base
    expect(body).toEqual([{ id: owner.id, items, currency, schedule, start, end: today() }])
    world.clock.advance(3 * 86_400_000)
    expect((await send(owner, 'DELETE', undefined, owner.id)).body).toEqual(body)
  })

  test('removes a date that is due but not billed yet: nothing is charged after an end', async () => {
    const owner = await subscribed({ ...base, schedule: 'daily', start: today() })
    const [ended] = (await send(owner, 'DELETE', undefined, owner.id)).body
    expect(ended).toMatchObject({ end: today() })
    expect(ended).not.toHaveProperty('due')
  })
})

describe('an ended subscription', () => {
  test('stays ended: rejects a later end or none, but accepts all other changes', async () => {
    const owner = await subscribed(base)
    await send(owner, 'DELETE', undefined, owner.id)
    for (const end of [null, '2099-01-01']) {
      const { status, body } = await send<ErrorBody>(owner, 'PATCH', { end }, owner.id)
      expect([status, body.content.property]).toEqual([400, 'end'])
    }
    const [renamed] = (await send(owner, 'PATCH', { number: 'S-9' }, owner.id)).body
    expect(renamed).toMatchObject({ number: 'S-9', end: today() })
    const [replaced] = (await send(owner, 'PUT', base, owner.id)).body
    expect(replaced).toMatchObject({ end: today() })
    expect(replaced).not.toHaveProperty('due')
  })

  test('is not one with an end in the future, which continues with a later end or none', async () => {
    const owner = await subscribed({ ...base, end: '2090-11-29' })
    expect(await listed(owner)).not.toHaveProperty('due')
    for (const end of ['2091-01-01', null]) {
      expect((await send(owner, 'PATCH', { end }, owner.id)).body[0]).toMatchObject({ due: '2090-11-30' })
      await send(owner, 'PATCH', { end: '2090-11-29' }, owner.id)
    }
  })
})

test('rejects a start with more than a hundred dates before today: they would all be charged', async () => {
  const owner = await holder()
  const daysAgo = (days: number) => addDays(today(), -days)
  const start = (from: string) => send<ErrorBody>(owner, 'POST', { ...base, schedule: 'daily', start: from })
  const refused = await start(daysAgo(101))
  expect([refused.status, refused.body.content.property]).toEqual([400, 'start'])
  expect((await start(daysAgo(100))).status).toBe(201)
})

test('a later start removes the dates before it, including those that are waiting to be billed', async () => {
  const owner = await subscribed({ ...base, schedule: 'monthly', start: addDays(today(), -1) })
  const start = addDays(today(), 20)
  expect((await send(owner, 'PATCH', { start }, owner.id)).body[0]).toMatchObject({ start, due: start })
})

const listed = async ({ shop, path }: Holder) =>
  (await call<Subscription[]>(shop.privateKey, 'GET', path)).body[0]

test('a preview shows as many upcoming dates and amounts as requested', async () => {
  const owner = await subscribed({ ...base, items: { price: 100, quantity: 2, vat: 25 }, end: '2091-02-01' })
  const preview = (count: string) => send<Upcoming[]>(owner, 'GET', undefined, `${owner.id}/preview${count}`)
  const amount = { amount: 250, currency: 'SEK' }
  expect((await preview('?count=2')).body).toEqual([
    { date: '2090-11-30', ...amount },
    { date: '2090-12-31', ...amount },
  ])
  expect((await preview('')).body.map(({ date }) => date)).toEqual(['2090-11-30', '2090-12-31', '2091-01-31'])
  for (const bad of ['?count=0', '?count=101', '?count=x', '?limit=1']) {
    const { status, body } = await call<ErrorBody>(
      owner.shop.privateKey,
      'GET',
      `${owner.path}/${owner.id}/preview${bad}`,
    )
    expect([status, body.type], bad).toEqual([400, 'invalid query argument'])
  }
})

test('returns not found for an unknown or malformed id', async () => {
  const owner = await subscribed()
  const other = await subscribed()
  for (const id of [other.id === owner.id ? 'AAAA' : other.id, 'abc', 'abcde', '%00%00%00%00', '1234']) {
    for (const [method, body] of [
      ['PUT', base],
      ['PATCH', {}],
      ['DELETE', undefined],
    ] as const) {
      const response = await send<ErrorBody>(owner, method, body, id)
      expect([response.status, response.body.type], `${method} ${id}`).toEqual([404, 'not found'])
    }
  }
})
