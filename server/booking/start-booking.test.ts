import { expect, test } from 'vitest'
import { orderOf, post } from '@/test/call'
import { testWorld } from '@/test/world'
import { startBooking } from './start-booking'

const world = testWorld()

test('the batches of a merchant start at least 250 ms apart, so that movements share them', async () => {
  const shop = await world.newMerchant()
  const order = await orderOf(shop, 100)
  await post(shop, order.id, { type: 'charge' })
  const starts: number[] = []
  const db = new Proxy(world.runtime.db, {
    get(target, name, receiver) {
      if (name === 'transaction') starts.push(performance.now())
      return Reflect.get(target, name, receiver)
    },
  })
  const booking = startBooking({ ...world.runtime, db })
  // The second one finds nothing.
  await expect.poll(() => starts.length, { timeout: 20_000 }).toBeGreaterThan(1)
  await booking.stop()
  const [first = 0, second = 0] = starts
  expect(second - first).toBeGreaterThan(249)
})
