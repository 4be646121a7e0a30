import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntry, reconciliation as comparison, difference } from '@/db/schema'
import { getOrder, orderOf } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { readDuring } from '@/test/race'
import { testWorld } from '@/test/world'

// A comparison that is kept from ending keeps its connections, and others must still find one.
const world = testWorld({ pool: 10 })

test('compares, lists differences with what to do, and adopts them', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const admin = await dashboardAs(world.runtime, shop.merchant, 'admin')
  const { reconciliation } = admin
  expect(await reconciliation.get()).toMatchObject({ differences: [], runs: [], count: 0 })
  await world.runtime.db.execute(
    sql`update acquirer_entry set cancelled = amount where merchant_id = ${shop.merchant}`,
  )
  await reconciliation.start({})
  expect((await reconciliation.get()).runs).toHaveLength(1)
  await expect.poll(async () => (await reconciliation.get()).runs[0]?.finished).toBeInstanceOf(Date)
  const { differences, runs, isRunning } = await reconciliation.get()
  expect(isRunning).toBe(false)
  expect(runs).toMatchObject([{ cause: 'user', orders: 1, payments: 1, found: 1, error: null }])
  expect(differences).toMatchObject([
    {
      kind: 'cancel missing here',
      orderId: id,
      adoptable: true,
      next: 'Adopt it to record it on the order.',
    },
  ])

  const named = { service: 'test', key: differences[0]?.key ?? '' }
  expect(await reconciliation.adopt(named)).toEqual({ state: 'adopted' })
  expect((await getOrder(shop, id)).status).toEqual({ cancelled: 100 })
  expect((await reconciliation.get()).differences).toEqual([])
  await expect(reconciliation.adopt(named)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const entries = await world.runtime.db
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.merchantId, shop.merchant))
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'reconciliation.adopt', subject: 'order', subjectId: id }),
  )
})

test('pressing Compare several times at once starts one comparison', async () => {
  const shop = await world.newMerchant()
  const { reconciliation } = await dashboardAs(world.runtime, shop.merchant, 'admin')
  await world.runtime.db.transaction(async (tx) => {
    // Keeps a comparison from ending.
    await tx.execute(sql`lock table acquirer_entry in access exclusive mode`)
    await Promise.all(Array.from({ length: 5 }, () => reconciliation.start({})))
  })
  await expect.poll(async () => (await reconciliation.get()).isRunning).toBe(false)
  expect((await reconciliation.get()).runs).toMatchObject([{ cause: 'user', error: null }])
  await reconciliation.start({})
  await expect.poll(async () => (await reconciliation.get()).isRunning).toBe(false)
  expect((await reconciliation.get()).runs).toHaveLength(2)
})

test('a difference that has changed since it was shown is shown again and not adopted', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const { reconciliation } = await dashboardAs(world.runtime, shop.merchant, 'admin')
  const cancelThere = (amount: number) =>
    world.runtime.db.execute(
      sql`update acquirer_entry set cancelled = ${amount} where merchant_id = ${shop.merchant}`,
    )
  const shown = async () => {
    const [found] = (await reconciliation.get()).differences
    if (!found) expect.fail('there is no difference')
    const { service, key, kind, details, adoptable } = found
    return { service, key, expected: { kind, details: { ...details }, adoptable } }
  }
  await cancelThere(1000)
  await reconciliation.start({})
  await expect.poll(async () => (await reconciliation.get()).runs[0]?.finished).toBeInstanceOf(Date)
  const first = await shown()
  await cancelThere(5000)
  // The second time, the difference has been stored again.
  for (let press = 0; press < 2; press++)
    await expect(reconciliation.adopt(first)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await getOrder(shop, id)).status).toEqual({ ordered: 100 })
  const second = await shown()
  expect(second.expected.details).toMatchObject({ there: '5000' })
  expect(await reconciliation.adopt(second)).toEqual({ state: 'adopted' })
  expect((await getOrder(shop, id)).status).toEqual({ ordered: 50, cancelled: 50 })
})

test('a comparison that ends while it is read is shown with all that it found', async () => {
  const shop = await world.newMerchant()
  const { reconciliation } = await dashboardAs(world.runtime, shop.merchant, 'admin')
  const now = world.runtime.clock.now()
  const run = { merchantId: shop.merchant, id: 'run', cause: 'user', rangeFrom: now, started: now } as const
  await world.runtime.db.insert(comparison).values(run)
  expect(await reconciliation.get()).toMatchObject({ differences: [], isRunning: true })
  const shown = await readDuring(world.runtime.db, {
    table: comparison,
    read: () => reconciliation.get(),
    change: async (tx) => {
      await tx.insert(difference).values({
        merchantId: shop.merchant,
        service: 'test',
        key: 'key',
        kind: 'cancel missing here',
        state: 'open',
        details: {},
        adoptable: false,
        found: now,
        changed: now,
      })
      await tx.update(comparison).set({ finished: now, found: 1 }).where(eq(comparison.id, run.id))
    },
  })
  expect(shown).toMatchObject({ count: 1, differences: [{ key: 'key' }], isRunning: false })
})

test("another merchant's differences do not exist", async () => {
  const [ours, theirs] = [await world.newMerchant(), await world.newMerchant()]
  await orderOf(theirs, 100)
  const callOf = async (merchant: string) =>
    (await dashboardAs(world.runtime, merchant, 'owner')).reconciliation
  await world.runtime.db.execute(
    sql`update acquirer_entry set amount = amount + 1 where merchant_id = ${theirs.merchant}`,
  )
  const other = await callOf(theirs.merchant)
  await other.start({})
  await expect.poll(async () => (await other.get()).count).toBe(1)
  const [difference] = (await other.get()).differences
  const mine = await callOf(ours.merchant)
  expect((await mine.get()).differences).toEqual([])
  const named = { service: 'test', key: difference?.key ?? '' }
  await expect(mine.adopt(named)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
