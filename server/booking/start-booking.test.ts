import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { unbooked } from '@/db/schema'
import { addChargedOrders } from '@/test/charged-orders'
import { testWorld } from '@/test/world'
import { fullBatch } from './book'
import { startBooking } from './start-booking'

const world = testWorld()

/** The batches until `startBooking` looks for movements again. */
async function firstRound(): Promise<string | undefined> {
  const done: string[] = []
  const names: Record<PropertyKey, string> = { execute: 'look', transaction: 'book' }
  const db = new Proxy(world.runtime.db, {
    get(target, name, receiver) {
      const known = names[name]
      if (known) done.push(known)
      return Reflect.get(target, name, receiver)
    },
  })
  const booking = startBooking({ ...world.runtime, db })
  const found = () => /book( book)*(?= look)/.exec(done.join(' '))?.[0]
  await expect.poll(found).toBeDefined()
  await booking.stop()
  return found()
}

test.each([
  ['a batch with room left ends its round: later movements share the next one', 2, 'book'],
  ['a full batch is followed by the next one at once', fullBatch, 'book book'],
])('%s', async (_, orders, batches) => {
  const { merchant } = await world.newMerchant()
  // Every third one is refunded, too.
  await addChargedOrders(world.runtime.db, merchant, { from: 1, count: orders })
  expect(await firstRound()).toBe(batches)
  expect(await world.runtime.db.$count(unbooked, eq(unbooked.merchantId, merchant))).toBe(0)
})

test('books nothing while it may not', async () => {
  const { db } = world.runtime
  const { merchant } = await world.newMerchant()
  await addChargedOrders(db, merchant, { from: 1, count: 2 })
  const ofMerchant = eq(unbooked.merchantId, merchant)
  let asked = false
  const booking = startBooking(world.runtime, () => {
    asked = true
    return Promise.reject(new Error('The clock is wrong.'))
  })
  await expect.poll(() => asked).toBe(true)
  // Stops after the round that asked.
  await booking.stop()
  expect(await db.$count(unbooked, ofMerchant)).toBe(2)
  // The rounds of other tests book what is left of any merchant.
  await db.delete(unbooked).where(ofMerchant)
})
