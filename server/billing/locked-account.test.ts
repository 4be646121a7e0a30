// @module-tag slow

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { operation } from '@/db/schema'
import { accountWith, visa } from '@/test/call'
import { addSubscribers } from '@/test/subscribers'
import { testWorld } from '@/test/world'
import { addDays, dayOf } from '../model/calendar'
import { recoverOperations } from '../payment/recover'
import { billAll } from './run-all'

const world = testWorld({ lockTimeout: 500 })

test('an account that stays locked does not keep the payments of others from being recorded', async () => {
  const shop = await world.newMerchant()
  const { db } = world.runtime
  const { id } = await accountWith(shop, visa)
  const due = addDays(dayOf(new Date(), shop.row.timeZone), -1)
  await addSubscribers(db, { merchantId: shop.merchant, accountId: id }, { count: 20, due })
  const charged = async () => {
    const [row] = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from "order" where merchant_id = ${shop.merchant} and charged > 0`)
    return row?.count
  }
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      select from account where merchant_id = ${shop.merchant} and id = (
        select min(account_id) from subscription where merchant_id = ${shop.merchant}
      ) for no key update`)
    await billAll(world.runtime)
    expect(await charged()).toBe(19)
  })
  await db.update(operation).set({ attempted: new Date(0) })
  const recovered = await recoverOperations(world.runtime, { staleSeconds: 60, onError: () => undefined })
  expect([recovered, await charged()]).toEqual([{ taken: 1, completed: 1 }, 20])
})
