import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { membership } from '@/db/schema'
import { dashboard, dashboardAs, newMember } from '@/test/members'
import { testWorld } from '@/test/world'

const world = testWorld()

test('columns are remembered for each user, merchant and list, beside other preferences', async () => {
  const [shop, other] = [await world.newMerchant(), await world.newMerchant()]
  const [user, colleague] = [
    await newMember(world.runtime, shop.merchant, 'viewer'),
    await newMember(world.runtime, shop.merchant, 'owner'),
  ]
  const { db } = world.runtime
  await db
    .insert(membership)
    .values({ merchantId: other.merchant, userId: user.userId, role: 'viewer', created: new Date() })
  const mine = and(eq(membership.merchantId, shop.merchant), eq(membership.userId, user.userId))
  await db
    .update(membership)
    .set({ preferences: sql`'{"notifications": {"dispute": "mail"}}'::jsonb` })
    .where(mine)
  const { preference } = dashboard(world.runtime, user, shop.merchant)
  expect(await preference.columns({ list: 'orders' })).toEqual({ columns: null })
  await preference.chooseColumns({ list: 'orders', columns: ['amount', 'customer'] })
  await preference.chooseColumns({ list: 'events', columns: [] })
  expect(await preference.columns({ list: 'orders' })).toEqual({ columns: ['amount', 'customer'] })
  expect(await preference.columns({ list: 'events' })).toEqual({ columns: [] })
  for (const elsewhere of [
    dashboard(world.runtime, colleague, shop.merchant),
    dashboard(world.runtime, user, other.merchant),
  ])
    expect(await elsewhere.preference.columns({ list: 'orders' })).toEqual({ columns: null })
  await preference.chooseColumns({ list: 'orders', columns: null })
  expect(await preference.columns({ list: 'orders' })).toEqual({ columns: null })
  const [row] = await db.select().from(membership).where(mine)
  expect(row?.preferences).toEqual({ columns: { events: [] }, notifications: { dispute: 'mail' } })
  await expect(preference.chooseColumns({ list: 'orders', columns: ["'; --"] })).rejects.toThrow()
})

test('every list has views of its own, with its columns and order', async () => {
  const shop = await world.newMerchant()
  const { view } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  const query = 'reason=no+card&sort=oldest&columns=created,amount'
  await view.save({ list: 'attempts', name: 'No card', query })
  await view.save({ list: 'orders', name: 'No card', query: 'status=denied' })
  expect(await view.list({ list: 'attempts' })).toMatchObject([{ name: 'No card', query }])
  expect(await view.list({ list: 'accounts' })).toEqual([])
})

test('a view that is saved again, because the response was lost, exists once', async () => {
  const shop = await world.newMerchant()
  const { view } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  const wanted = { list: 'orders', name: 'Refunds', query: 'status=refunded' } as const
  const first = await view.save(wanted)
  expect(await view.save(wanted)).toEqual(first)
  expect(await view.list({ list: 'orders' })).toEqual([first])
  await expect(view.save({ ...wanted, query: 'status=charged' })).rejects.toThrow('Choose another name')
})

test('views are of one user at one merchant, who may have thirty of a list', async () => {
  const [shop, other] = [await world.newMerchant(), await world.newMerchant()]
  const user = await newMember(world.runtime, shop.merchant, 'viewer')
  const colleague = await newMember(world.runtime, shop.merchant, 'owner')
  await world.runtime.db
    .insert(membership)
    .values({ merchantId: other.merchant, userId: user.userId, role: 'viewer', created: new Date() })
  const { view } = dashboard(world.runtime, user, shop.merchant)
  const mine = []
  for (let count = 1; count <= 30; count++)
    mine.push(await view.save({ list: 'orders', name: `View ${count}`, query: `page=${count}` }))
  await expect(view.save({ list: 'orders', name: 'One more', query: 'page=31' })).rejects.toThrow('30')
  for (const elsewhere of [
    dashboard(world.runtime, colleague, shop.merchant),
    dashboard(world.runtime, user, other.merchant),
  ]) {
    expect(await elsewhere.view.list({ list: 'orders' })).toEqual([])
    await expect(elsewhere.view.remove({ id: mine[0]?.id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  }
  expect(await view.list({ list: 'orders' })).toHaveLength(30)
})
