import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dispute, operation } from '@/db/schema'
import { declining, move, ordersOf, subscribe } from '@/test/billing'
import { call, post, visa } from '@/test/call'
import { erase, nameOf, orderBy, type ShopWithJane, shopWithJane } from '@/test/erasure'
import { testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { erasureToDo } from '../model/erasure'

const world = testWorld()

const subscriptionOf = ({ shop, jane }: ShopWithJane) => subscribe(shop, jane)

interface Obstacle {
  name: string
  /** What the error says is to be done. */
  toDo: string
  cards?: string[]
  /** Puts it in the way, and returns how it is done. */
  begin(at: ShopWithJane): Promise<() => Promise<unknown>>
}

const obstacles: Obstacle[] = [
  {
    name: 'a subscription has not ended',
    toDo: 'end 1 subscription',
    begin: async (at) => {
      const { id } = await subscriptionOf(at)
      return () => call(at.shop.privateKey, 'DELETE', `/account/${at.jane.id}/subscription/${id}`)
    },
  },
  {
    name: 'part of an order is still reserved',
    toDo: 'charge or cancel 1 order with a reserved amount',
    begin: async (at) => {
      const { id } = (await orderBy(at)).body
      await post(at.shop, id, { type: 'charge', items: 60 })
      await bookAll(at.shop.context)
      return () => post(at.shop, id, { type: 'cancel' })
    },
  },
  ...[1, 20].map(
    (days): Obstacle => ({
      name: `a payment has failed, ${days} days ago`,
      toDo: 'have 1 unpaid order paid, or cancel it',
      cards: [declining],
      begin: async (at) => {
        const { id } = await subscriptionOf(at)
        await move(at.shop, { advance: { days } })
        await call(at.shop.privateKey, 'DELETE', `/account/${at.jane.id}/subscription/${id}`)
        const [unpaid] = await ordersOf(at.shop, at.jane)
        return () => post(at.shop, unpaid?.id ?? '', { type: 'cancel' })
      },
    }),
  ),
  {
    name: 'a charge is not documented yet',
    toDo: 'wait a moment until 1 document is issued',
    begin: async (at) => {
      await post(at.shop, (await orderBy(at)).body.id, { type: 'charge' })
      return () => bookAll(at.shop.context)
    },
  },
  {
    name: 'an operation has no outcome yet',
    toDo: 'wait for the outcome of 1 payment at the card service',
    begin: async (at) => {
      const { id } = (await orderBy(at)).body
      await post(at.shop, id, { type: 'charge' })
      await bookAll(at.shop.context)
      const set = async (status: 'accepted' | 'done') => {
        const ofOrder = and(eq(operation.orderId, id), eq(operation.kind, 'charge'))
        await world.runtime.db.update(operation).set({ status }).where(ofOrder)
      }
      await set('accepted')
      return () => set('done')
    },
  },
  {
    name: 'a dispute is open',
    toDo: 'wait until the bank has decided 1 dispute, which may need the data as evidence',
    begin: async (at) => {
      const { id } = (await orderBy(at)).body
      await post(at.shop, id, { type: 'cancel' })
      const { db } = world.runtime
      await db.insert(dispute).values({
        ...{ merchantId: at.shop.merchant, service: 'stripe', id, orderId: id, authorisation: 'pi_1' },
        ...{ amount: 10_000n, currency: 'SEK', reason: 'fraudulent', state: 'under review' },
        ...{ isInquiry: false, opened: new Date() },
      })
      return () => db.update(dispute).set({ state: 'won' }).where(eq(dispute.id, id))
    },
  },
]

test('says what to do in the plural too', () => {
  const none = { subscriptions: 0, authorised: 0, unpaid: 0, running: 0, unbooked: 0, disputes: 0 }
  expect(erasureToDo({ ...none, unpaid: 2, unbooked: 2 })).toEqual([
    'have 2 unpaid orders paid, or cancel them',
    'wait a moment until 2 documents are issued',
  ])
})

test.each(obstacles)(
  'refuses while $name, says what to do, and changes nothing',
  async ({ cards, ...each }) => {
    const at = await shopWithJane(world, ...(cards ?? [visa]))
    const end = await each.begin(at)
    const { status, body } = await erase(at)
    expect([status, body.type, body.content]).toEqual([
      409,
      'conflict',
      {
        type: 'Account',
        description: `The personal data is still needed, and nothing was erased. First ${each.toDo}. Then try again.`,
      },
    ])
    expect(await nameOf(at)).toBe('Jane Doe')
    await end()
    expect((await erase(at)).status).toBe(200)
    expect(await nameOf(at)).toBeUndefined()
  },
)

test('names everything that is in the way at once', async () => {
  const at = await shopWithJane(world, visa)
  for (const _ of [1, 2]) await subscriptionOf(at)
  for (const _ of [1, 2, 3]) await orderBy(at)
  expect((await erase(at)).body.content.description).toContain(
    'First end 2 subscriptions; charge or cancel 3 orders with a reserved amount. Then',
  )
})
