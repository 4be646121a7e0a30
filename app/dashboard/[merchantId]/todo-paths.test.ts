import { expect, test } from 'vitest'
import { record } from '@/server/callback/record'
import { dashboardAs } from '@/test/members'
import { addCallbacks } from '@/test/receiver'
import { testWorld } from '@/test/world'
import { todoPaths } from './todo-paths'

const world = testWorld()

test('the link of failing callback addresses lists their callbacks', async () => {
  const shop = await world.newMerchant()
  const { callback, report } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  const urls = ['https://one.example/', 'https://two.example/']
  for (const url of urls) {
    const [id = ''] = await addCallbacks(shop, url, { times: 2 })
    const claimed = { merchantId: shop.merchant, id, url, payload: '', claim: 'now', age: 0, attempts: 0 }
    await record(world.runtime.db, claimed, { date: new Date(), ms: 12, status: 503 })
  }
  expect((await report.todo()).items).toContainEqual({ kind: 'callbacks', count: urls.length })
  const { pathname, searchParams } = new URL(todoPaths.callbacks, 'http://kassa.test')
  expect(pathname).toBe('/events/callbacks')
  const { rows } = await callback.list(Object.fromEntries(searchParams))
  expect(rows.map(({ url, attempts }) => ({ url, attempts })).toReversed()).toEqual(
    urls.map((url) => ({ url, attempts: 1 })),
  )
})
