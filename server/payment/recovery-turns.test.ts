// @module-tag slow

import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { operation, serviceNotice } from '@/db/schema'
import { accountWith, visa } from '@/test/call'
import { rowsRead } from '@/test/rows-read'
import { addSubscribers } from '@/test/subscribers'
import { type TestMerchant, testWorld } from '@/test/world'
import { beginDue } from '../billing/due'
import { addDays, dayOf } from '../model/calendar'
import { processNotices } from './process-notices'
import { recoverAll, recoverOperations } from './recover'
import { newRecoveryTurns } from './take-over'

const world = testWorld({ pool: 20 })
const given = { staleSeconds: 30, onError: () => undefined }

/** Merchants whose card service does not respond. */
const away = new Set<string>()
let lookUps: string[] = []

beforeEach(() => {
  lookUps = []
  const service = world.runtime.cards.named('test')
  const find = service.find.bind(service)
  vi.spyOn(service, 'find').mockImplementation(async (lookup) => {
    lookUps.push(lookup.merchantId)
    if (away.has(lookup.merchantId)) return { status: 'unknown', cause: new Error('away') }
    return find(lookup)
  })
})

afterEach(async () => {
  vi.restoreAllMocks()
  away.clear()
  await world.runtime.db.delete(operation)
})

const ofShop = ({ merchant }: TestMerchant) => eq(operation.merchantId, merchant)

/** Creates a merchant with payments whose process has died, seconds ago. */
async function shopWithPending(count: number, { seconds }: { seconds: number }): Promise<TestMerchant> {
  const { db } = world.runtime
  const shop = await world.newMerchant()
  const like = { merchantId: shop.merchant, accountId: (await accountWith(shop, visa)).id }
  const due = addDays(dayOf(world.clock.now(), shop.row.timeZone), -1)
  await addSubscribers(db, like, { count, due })
  await beginDue(shop.context, count)
  const attempted = sql`now() - make_interval(secs => ${seconds})`
  await db.update(operation).set({ attempted }).where(ofShop(shop))
  return shop
}

const pendingOf = (shop: TestMerchant) =>
  world.runtime.db.$count(operation, and(ofShop(shop), eq(operation.status, 'pending')))

const lookUpsOf = ({ merchant }: TestMerchant) => lookUps.filter((id) => id === merchant).length

test("a merchant's operation does not wait behind the older ones of another", async () => {
  const busy = await shopWithPending(200, { seconds: 500 })
  const other = await shopWithPending(1, { seconds: 31 })
  await recoverOperations(world.runtime, given)
  expect([await pendingOf(other), await pendingOf(busy)]).toEqual([0, 175])
})

test("a merchant's notice does not wait behind the older ones of another", async () => {
  const { db } = world.runtime
  const [busy, other] = [await world.newMerchant(), await world.newMerchant()]
  const notices = ({ merchant }: TestMerchant, count: number, seconds: number) =>
    db.execute(sql`
      insert into ${serviceNotice} (merchant_id, service, event_id, type, object_id, received, attempted)
      select ${merchant}, 'test', 'event ' || n, 'any', 'object', now(), now() - make_interval(secs => ${seconds})
      from generate_series(1, ${count}::int) n`)
  await notices(busy, 200, 500)
  await notices(other, 1, 1)
  await processNotices(world.runtime, (error) => expect.fail(String(error)))
  const waitingOf = ({ merchant }: TestMerchant) =>
    db.$count(serviceNotice, and(eq(serviceNotice.merchantId, merchant), isNull(serviceNotice.processed)))
  expect([await waitingOf(other), await waitingOf(busy)]).toEqual([0, 175])
})

test('each of many merchants gets its turn, although each has more than a batch', async () => {
  const shops = await Promise.all(Array.from({ length: 6 }, () => shopWithPending(30, { seconds: 500 })))
  await recoverOperations(world.runtime, given)
  const left = await Promise.all(shops.map(pendingOf))
  expect(left.reduce((sum, count) => sum + count, 0)).toBe(80)
  // 100 among 6.
  expect(Math.max(...left) - Math.min(...left)).toBeLessThanOrEqual(1)
})

test('a run leaves out a merchant whose card service is away, and the next one asks again', async () => {
  const unlucky = await shopWithPending(200, { seconds: 500 })
  away.add(unlucky.merchant)
  const other = await shopWithPending(120, { seconds: 31 })
  const turns = newRecoveryTurns()
  expect(await recoverAll(world.runtime, { ...given, turns })).toEqual({ taken: 145, completed: 120 })
  expect([lookUpsOf(unlucky), lookUpsOf(other), await pendingOf(other)]).toEqual([25, 120, 0])
  away.clear()
  expect(await recoverAll(world.runtime, { ...given, turns })).toEqual({ taken: 175, completed: 175 })
})

test('a run does not leave out a merchant because the outcome of one operation stays unknown', async () => {
  const shop = await shopWithPending(30, { seconds: 500 })
  const service = world.runtime.cards.named('test')
  vi.spyOn(service, 'find').mockResolvedValueOnce({ status: 'unknown', cause: new Error('Lost') })
  await recoverAll(world.runtime, given)
  expect(await pendingOf(shop)).toBe(1)
})

test('a batch reads about as many rows as it takes over, however many are pending', async () => {
  const shop = await shopWithPending(1, { seconds: 500 })
  away.add(shop.merchant)
  const { db } = world.runtime
  await db.execute(sql`
    insert into ${operation} (merchant_id, order_id, place, id, kind, status, currency, amount, by_account, payer, created, attempted)
    select merchant_id, order_id, place + n, gen_random_uuid(), kind, status, currency, amount, by_account, payer, created, attempted
    from ${operation}, generate_series(1, 10000) n where ${ofShop(shop)}`)
  for (const isAnalysed of [false, true]) {
    if (isAnalysed) await db.execute(sql`analyze ${operation}`)
    for (const planFor of ['values', 'any values'] as const)
      expect(
        await rowsRead(world.databaseUrl, planFor, (own) =>
          recoverOperations({ ...world.runtime, db: own }, given),
        ),
      ).toBeLessThan(2_000)
  }
})
