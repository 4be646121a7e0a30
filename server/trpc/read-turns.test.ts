import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountWith } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { waitingForLock } from '@/test/race'
import { testWorld } from '@/test/world'

const world = testWorld({ pool: 10 })

test('the reads of one merchant leave connections for the payments of others', async () => {
  const [shop, other] = [await world.newMerchant(), await world.newMerchant()]
  const { report } = dashboard(
    world.runtime,
    await newMember(world.runtime, shop.merchant, 'viewer'),
    shop.merchant,
  )
  const reads = await world.runtime.db.transaction(async (tx) => {
    await tx.execute(sql`lock table settlement_entry in access exclusive mode`)
    const reads = Array.from({ length: 12 }, () => report.fees({}))
    // Each of the three that run waits with its list or its sums.
    await expect.poll(() => waitingForLock(world.runtime.db)).toBeGreaterThanOrEqual(3)
    expect(await accountWith(other)).toHaveProperty('id')
    return reads
  })
  expect(await Promise.all(reads)).toHaveLength(12)
})
