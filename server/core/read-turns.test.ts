import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountWith, call } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { waitingForLock } from '@/test/race'
import { testWorld } from '@/test/world'

const world = testWorld({ pool: 10 })

test.each(['dashboard', 'API'])(
  'the lists that one client reads through the %s leave connections for payments',
  async (by) => {
    const [shop, other] = [await world.newMerchant(), await world.newMerchant()]
    const { report } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
    const [locked, read]: [SQL, () => Promise<unknown>] =
      by === 'API'
        ? [
            sql`document`,
            async () => expect((await call(shop.privateKey, 'GET', '/document')).status).toBe(200),
          ]
        : [sql`settlement_entry`, () => report.fees({})]
    const reads = await world.runtime.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${locked} in access exclusive mode`)
      const reads = Array.from({ length: 12 }, read)
      // Each of the three that run waits with its list or its sums.
      await expect.poll(() => waitingForLock(world.runtime.db)).toBeGreaterThanOrEqual(3)
      expect(await accountWith(other)).toHaveProperty('id')
      return reads
    })
    expect(await Promise.all(reads)).toHaveLength(12)
  },
)
