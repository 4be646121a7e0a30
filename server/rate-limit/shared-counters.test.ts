import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { attemptCount } from '@/db/schema'
import { call, tokenFor } from '@/test/call'
import { waitingForLock } from '@/test/race'
import { type TestMerchant, testWorld } from '@/test/world'
import { hours, minutes } from '../core/clock'
import { changeMerchant } from '../merchant/change-merchant'
import { type AttemptSource, claimShared, countAttempts, counting } from './rate-limit'

const world = testWorld({ pool: 6 })
let shop: TestMerchant
let source: AttemptSource

beforeEach(async () => {
  shop = await world.newMerchant()
  source = { purpose: 'refused card', merchantId: shop.merchant, who: 'merchant' }
})

const count = counting(hours(1))
const countOnce = () => count(world.runtime.db, { ...source, now: world.clock.now() })
const counted = () => countAttempts(world.runtime, { ...source, window: hours(1) })

test('attempts that are counted together count each', async () => {
  await Promise.all(Array.from({ length: 50 }, countOnce))
  await Promise.all(Array.from({ length: 7 }, countOnce))
  expect(await counted()).toBe(57)
  world.clock.advance(minutes(30))
  await countOnce()
  expect(await counted()).toBe(58)
  world.clock.advance(minutes(31))
  await countOnce()
  expect(await counted()).toBe(2)
  const [row] = await world.runtime.db
    .select()
    .from(attemptCount)
    .where(eq(attemptCount.merchantId, shop.merchant))
  expect(Object.keys(row?.counts ?? {})).toHaveLength(2)
})

test('a shared limit is exact, and refusals say when there is room', async () => {
  const limit = { ...source, max: 5, window: minutes(1) }
  const claims = await Promise.all(Array.from({ length: 40 }, () => claimShared(world.runtime, limit)))
  expect(claims.filter((claim) => 'id' in claim)).toHaveLength(5)
  const refused = claims.flatMap((claim) =>
    'again' in claim ? claim.again.getTime() - world.clock.now().getTime() : [],
  )
  for (const ms of refused) expect(ms).toBeGreaterThan(minutes(0.9))
})

test('strangers who use up a key’s limit leave connections for others', async () => {
  await changeMerchant(shop.context, { cardLimits: { cardsPerKey: 30 } })
  await tokenFor(shop)
  const { db } = world.runtime
  const card = { pan: '4111111111111111', expires: [12, 40], csc: '123' }
  const { requests } = await db.transaction(async (tx) => {
    await tx.select().from(attemptCount).where(eq(attemptCount.merchantId, shop.merchant)).for('update')
    const enter = (index: number) =>
      call(shop.publicKey, 'POST', '/card', card, { 'x-kassa-source': `192.0.2.${index}` })
    const requests = Array.from({ length: 60 }, (_, index) => enter(index))
    // All have counted their source addresses by then, and one waits for the row of the key.
    const rows = () => tx.$count(attemptCount, eq(attemptCount.merchantId, shop.merchant))
    await expect.poll(rows).toBeGreaterThan(60)
    expect(await waitingForLock(db)).toBe(1)
    // In an object, because promises that are returned would be awaited.
    return { requests }
  })
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(29)
  expect(statuses.filter((status) => status === 429)).toHaveLength(31)
})
