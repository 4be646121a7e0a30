import { beforeEach, expect, test } from 'vitest'
import { type TestMerchant, testWorld } from '@/test/world'
import { hours } from '../core/clock'
import { deleteExpiredAttempts } from '../rate-limit/rate-limit'
import { declinesAnHour, withCardAttempt } from './card-attempts'

const world = testWorld()

let shop: TestMerchant
let tried: number

beforeEach(async () => {
  shop = await world.newMerchant()
  tried = 0
})

const attempt = (outcome: 'declined' | 'taken', accountId = 'jane') =>
  withCardAttempt(
    world.runtime,
    { merchantId: shop.merchant, accountId },
    async () => {
      tried++
      return outcome
    },
    (result) => result === 'declined',
  )

const attempts = (count: number, outcome: 'declined' | 'taken') =>
  Promise.all(Array.from({ length: count }, () => attempt(outcome)))

test('at most 10 of many simultaneous attempts are tried and declined in an hour, separately for each account', async () => {
  const outcomes = await attempts(25, 'declined')
  expect(outcomes.filter((outcome) => outcome === 'declined')).toHaveLength(declinesAnHour)
  expect(tried).toBe(declinesAnHour)
  expect(await attempt('taken')).toBeUndefined()
  expect(await attempt('taken', 'eve')).toBe('taken')
  world.clock.advance(hours(1))
  await deleteExpiredAttempts(world.runtime)
  expect(await attempt('taken')).toBe('taken')
})

test('accepted cards and internal faults do not count, and neither resets the count', async () => {
  for (let round = 1; round < declinesAnHour; round++) {
    expect(await attempt('declined')).toBe('declined')
    expect(await attempt('taken')).toBe('taken')
    const broken = withCardAttempt(
      world.runtime,
      { merchantId: shop.merchant, accountId: 'jane' },
      () => Promise.reject(new Error('The database is away')),
      () => true,
    )
    await expect(broken).rejects.toThrow('away')
  }
  await attempt('declined')
  expect(await attempt('taken')).toBeUndefined()
})
