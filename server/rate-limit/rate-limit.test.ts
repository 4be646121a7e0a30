import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { attemptCount } from '@/db/schema'
import { type TestMerchant, testWorld } from '@/test/world'
import { hours, later, minutes } from '../core/clock'
import {
  type AttemptLimit,
  claimAttempt,
  countAttempts,
  deleteExpiredAttempts,
  forgiveAttempts,
  keepAttempt,
  takeBackAttempt,
  whenFree,
} from './rate-limit'

const world = testWorld()
let shop: TestMerchant
let limit: AttemptLimit

beforeEach(async () => {
  shop = await world.newMerchant()
  limit = { purpose: 'card try', merchantId: shop.merchant, who: 'jane', max: 3, window: hours(1) }
})

const claim = (over: Partial<AttemptLimit> = {}) => claimAttempt(world.runtime, { ...limit, ...over })
const claimed = async (over: Partial<AttemptLimit> = {}) => 'id' in (await claim(over))
const count = () => countAttempts(world.runtime, limit)

describe.each([3, 1000])('a limit of %i', (max) => {
  test('holds for simultaneous attempts', async () => {
    const outcomes = await Promise.all(Array.from({ length: max + 20 }, () => claimed({ max })))
    expect(outcomes.filter(Boolean)).toHaveLength(max)
    expect(await count()).toBe(max)
    const [row] = await world.runtime.db.select().from(attemptCount)
    expect(Object.keys(row?.counts ?? {}).length).toBeLessThanOrEqual(100)
  })

  test('ends with its window, and says when', async () => {
    const started = world.clock.now()
    for (let each = 0; each < max; each++) await claim({ max })
    const refused = await claim({ max })
    const again = 'again' in refused ? refused.again.getTime() - started.getTime() : 0
    expect(again).toBeGreaterThan(hours(1) - minutes(1))
    expect(again).toBeLessThan(hours(1) + minutes(1))
    expect((await whenFree(world.runtime, [{ ...limit, max }]))?.again).toEqual(
      'again' in refused && refused.again,
    )
    const clock = { now: () => later(started, again) }
    const next = await claimAttempt({ ...world.runtime, clock }, { ...limit, max })
    if (!('id' in next)) expect.fail('There is no room at the time that was said')
    await takeBackAttempt(world.runtime, next.id)
    world.clock.advance(hours(1))
    expect(await claimed({ max })).toBe(true)
    expect(await count()).toBe(1)
  })
})

test('each purpose, merchant and person has its own limit', async () => {
  for (let each = 0; each < 3; each++) await claim()
  const other = await world.newMerchant()
  expect(await claimed()).toBe(false)
  expect(await claimed({ who: 'eve' })).toBe(true)
  expect(await claimed({ purpose: 'login mail' })).toBe(true)
  expect(await claimed({ merchantId: other.merchant })).toBe(true)
})

test('a window slides: the oldest attempt is the first to make room', async () => {
  await claim()
  world.clock.advance(minutes(30))
  await claim()
  await claim()
  expect(await claimed()).toBe(false)
  world.clock.advance(minutes(30))
  expect([await claimed(), await claimed()]).toEqual([true, false])
})

describe.each([3, 1000])('with a limit of %i, attempts by a clock that is ahead', (max) => {
  const fill = async (ahead: number, over: Partial<AttemptLimit> = {}) => {
    world.clock.advance(ahead)
    for (let each = 0; each < max; each++) await claim({ max, ...over })
    const isFull = !(await claimed({ max }))
    world.clock.advance(-ahead)
    return isFull
  }

  test('count if it is ahead by seconds', async () => {
    expect(await fill(10_000)).toBe(true)
    expect([await count(), await claimed({ max })]).toEqual([max, false])
    expect(await whenFree(world.runtime, [{ ...limit, max }])).toBeDefined()
  })

  test.each([{}, { undecidedFor: minutes(30) }])('do not count once it is right: %j', async (over) => {
    expect(await fill(hours(30), over)).toBe(true)
    expect(await count()).toBe(0)
    expect(await whenFree(world.runtime, [{ ...limit, max }])).toBeUndefined()
    expect(await claimed({ max })).toBe(true)
    expect(await count()).toBe(1)
  })
})

test('attempts that are taken back or forgiven do not count', async () => {
  const first = await claim()
  await claim()
  await claim()
  if ('id' in first) await takeBackAttempt(world.runtime, first.id)
  expect([await claimed(), await claimed()]).toEqual([true, false])
  await forgiveAttempts(world.runtime, limit)
  expect([await count(), await claimed()]).toEqual([0, true])
})

describe('undecided attempts', () => {
  const undecidedFor = minutes(1)
  const begin = () => claim({ undecidedFor })
  const idOf = (each: Awaited<ReturnType<typeof begin>>) => ('id' in each ? each.id : '')

  test('may make room, kept ones do not', async () => {
    const begun = [await begin(), await begin(), await begin()]
    expect(await claim()).toMatchObject({ mayOpen: true })
    for (const each of begun) await keepAttempt(world.runtime, idOf(each))
    expect(await claim()).toMatchObject({ mayOpen: false })
  })

  test('whose process has died take up room for only as long as an attempt can last, however many are claimed since', async () => {
    const started = world.clock.now()
    await begin()
    const firstBegun = world.clock.now()
    for (let each = 0; each < 2; each++) await begin()
    const refused = await begin()
    expect(refused).toMatchObject({ mayOpen: true })
    const again = 'again' in refused ? later(refused.again, -undecidedFor) : undefined
    expect(again?.getTime()).toBeGreaterThanOrEqual(started.getTime())
    expect(again?.getTime()).toBeLessThanOrEqual(firstBegun.getTime())
    world.clock.advance(minutes(0.5))
    expect([await claimed(), await count()]).toEqual([false, 3])
    world.clock.advance(minutes(0.5))
    expect(await count()).toBe(0)
    for (let each = 0; each < 3; each++) await claim()
    expect(await claim()).toMatchObject({ mayOpen: false })
    const [row] = await world.runtime.db
      .select()
      .from(attemptCount)
      .where(eq(attemptCount.merchantId, shop.merchant))
    expect(row?.undecided).toEqual({})
  })

  test('that last longer still count once if they are kept, and not at all if they are taken back', async () => {
    const [kept, takenBack] = [await begin(), await begin()]
    world.clock.advance(undecidedFor)
    await claim()
    await keepAttempt(world.runtime, idOf(kept))
    await takeBackAttempt(world.runtime, idOf(takenBack))
    expect(await count()).toBe(2)
  })

  test.each([3, 1000])('never exceed a limit of %i', async (max) => {
    // Longer than a slow machine takes for all of them.
    const claims = await Promise.all(
      Array.from({ length: max + 20 }, () => claim({ max, undecidedFor: minutes(30) })),
    )
    expect(claims.filter((each) => 'id' in each)).toHaveLength(max)
    await Promise.all(claims.map((each) => 'id' in each && keepAttempt(world.runtime, each.id)))
    expect([await count(), await claimed({ max })]).toEqual([max, false])
  })
})

test('reading counts nothing', async () => {
  expect(await whenFree(world.runtime, [limit])).toBeUndefined()
  expect(await count()).toBe(0)
})

test('expired counts are deleted, however many there are', async () => {
  await world.runtime.db.delete(attemptCount)
  for (let each = 0; each < 5; each++) await claim({ who: `old ${each}` })
  world.clock.advance(minutes(59))
  await claim({ who: 'new' })
  world.clock.advance(minutes(1))
  await deleteExpiredAttempts(world.runtime)
  expect(await world.runtime.db.$count(attemptCount)).toBe(1)
})

test('of several limits, the last to have room decides when to try again', async () => {
  const short = { ...limit, who: 'joe', max: 1, window: minutes(1) }
  const long = { ...limit, who: 'jim', max: 1 }
  for (const each of [short, long]) await claimAttempt(world.runtime, each)
  const [first, second] = [await whenFree(world.runtime, [short]), await whenFree(world.runtime, [long])]
  expect(first?.again.getTime()).toBeLessThan(second?.again.getTime() ?? 0)
  expect(await whenFree(world.runtime, [short, long])).toEqual(second)
})
