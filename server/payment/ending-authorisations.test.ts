import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { order } from '@/db/schema'
import { orderOf } from '@/test/call'
import { deferred } from '@/test/deferred'
import { type TestMerchant, testWorld } from '@/test/world'
import { hours, later, minutes } from '../core/clock'
import { forEachEnding } from './ending-authorisations'

const world = testWorld()
let shop: TestMerchant
let other: TestMerchant
/** Of the shop, in the order in which they end. */
let ids: string[]
let idOfOther: string

async function ending(of: TestMerchant, inHours: number): Promise<string> {
  const { id } = await orderOf(of, 10)
  await world.runtime.db
    .update(order)
    .set({ authorisedUntil: later(new Date(), hours(inHours)) })
    .where(and(eq(order.merchantId, of.merchant), eq(order.id, id)))
  return id
}

beforeAll(async () => {
  shop = await world.newMerchant()
  other = await world.newMerchant()
  ids = [await ending(shop, 1), await ending(shop, 2), await ending(shop, 3), await ending(shop, 4)]
  idOfOther = await ending(other, 5)
})

const each = (
  first: 'earliest' | 'latest',
  act: (id: string) => Promise<void>,
  onError: () => void = expect.fail,
) => {
  const which = inArray(order.merchantId, [shop.merchant, other.merchant])
  return forEachEnding(world.runtime, { which, first, onError }, (_, id) => act(id))
}

test.each(['earliest', 'latest'] as const)(
  'the orders of a merchant are handled with the %s first',
  async (first) => {
    const seen: string[] = []
    await each(first, async (id) => {
      seen.push(id)
    })
    const ofShop = first === 'earliest' ? ids : ids.toReversed()
    expect(seen.filter((id) => id !== idOfOther)).toEqual(ofShop)
    expect(seen).toContain(idOfOther)
  },
)

test('a slow card service of one merchant does not delay the others', async () => {
  const response = deferred<undefined>()
  const handled = each('earliest', async (id) => {
    if (id === idOfOther) response.resolve(undefined)
    else await response.promise
  })
  await handled
  expect(await response.promise).toBeUndefined()
})

test('an order that fails does not stop the others', async () => {
  const seen: string[] = []
  let failures = 0
  const fail = async (id: string) => {
    seen.push(id)
    if (id !== idOfOther) throw new Error('The service is away')
  }
  await each('earliest', fail, () => failures++)
  expect(failures).toBe(4)
  expect(seen.toSorted()).toEqual([...ids, idOfOther].toSorted())
})

test('after a minute, the rest of a merchant waits for the next run', async () => {
  const now = performance.now.bind(performance)
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  const seen: string[] = []
  await each('earliest', async (id) => {
    seen.push(id)
    if (id !== idOfOther) passed += minutes(0.6)
  })
  vi.restoreAllMocks()
  expect(seen.filter((id) => id !== idOfOther)).toEqual(ids.slice(0, 2))
})
