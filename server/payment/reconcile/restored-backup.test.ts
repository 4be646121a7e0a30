import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { backUp } from '@/test/backup'
import { getOrder, orderOf, postAll } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { adoptDifference } from './adopt-difference'
import { reconcile } from './reconcile'

const world = testWorld()

let shop: TestMerchant
let id: string
beforeEach(async () => {
  shop = await world.newMerchant()
  ;({ id } = await orderOf(shop, 100))
})

const run = (adopt = false) =>
  reconcile(shop.context, { cause: 'command', range: { from: new Date(0), to: undefined }, adopt })

const found = async (adopt = false) => (await run(adopt)).differences.map(({ kind, state }) => [kind, state])

test('adopts what Kassa did after the backup, and then finds nothing', async () => {
  const lost = [
    { type: 'charge', items: 60 },
    { type: 'cancel', items: 30 },
    { type: 'refund', items: 20 },
    { type: 'charge', items: 5 },
  ]
  for (const event of lost) {
    const restore = await backUp(world.runtime.db, id)
    await postAll(shop, id, [event])
    const { status } = await getOrder(shop, id)
    await restore()
    expect((await getOrder(shop, id)).status).not.toEqual(status)
    expect(await found(true)).toEqual([[`${event.type} missing here`, 'adopted']])
    expect((await getOrder(shop, id)).status).toEqual(status)
    expect(await run()).toMatchObject({ differences: [], noted: 0 })
  }
})

async function loseOrder() {
  await world.runtime.db.execute(sql`delete from order_event where order_id = ${id}`)
  await world.runtime.db.execute(sql`delete from "order" where id = ${id}`)
}

test('forgets that a payment has no order, found or noted, once the order is restored', async () => {
  const restore = await backUp(world.runtime.db, id)
  for (const adopt of [false, true]) {
    await loseOrder()
    expect(await found(adopt)).toEqual([['missing here', adopt ? 'noted' : 'open']])
    await restore()
    expect(await run()).toMatchObject({ differences: [], noted: 0 })
  }
})

test('does not note a payment without an order if the order was restored before', async () => {
  const restore = await backUp(world.runtime.db, id)
  await loseOrder()
  const [missing] = (await run()).differences
  if (!missing) throw new Error('No payment without an order was found')
  await restore()
  expect(await adoptDifference(shop.context, missing)).toBe('gone')
  expect(await run()).toMatchObject({ differences: [], noted: 0 })
})
