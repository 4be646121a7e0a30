import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { account, callbackDelivery, dispute, mail, merchant, operation, order } from '@/db/schema'
import { declining, move, ordersOf, payer, shopOn, subscribe } from '@/test/billing'
import { call, type ErrorBody, post, visa } from '@/test/call'
import { holdAuthorisation } from '@/test/hold-authorisation'
import { type TestMerchant, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { inTransaction } from '../core/context'
import { writeMails } from '../mail/write-mails'
import type { Account } from '../model/account'
import type { Order } from '../model/order/schemas'
import { createOrder } from '../order/create-order'
import { recipientIn, requireAccount } from '../store/accounts'
import { findPayer } from '../store/find-payer'
import { eraseLateTraces } from './erase-account'

const world = testWorld()

interface Shop {
  shop: TestMerchant
  jane: Account
}

async function shopWithJane(...pans: string[]): Promise<Shop> {
  const shop = await shopOn(world, '2027-05-01')
  return { shop, jane: await payer(shop, ...pans) }
}

const erase = ({ shop, jane }: Shop) =>
  call<ErrorBody>(shop.privateKey, 'POST', `/account/${jane.id}/erasure`)

const orderBy = ({ shop, jane }: Shop, more: object = {}) =>
  call<Order>(shop.privateKey, 'POST', '/order', {
    ...{ items: 100, currency: 'SEK', payment: { type: 'account', account: jane.id } },
    ...more,
  })

const nameOf = async ({ shop, jane }: Shop) =>
  (await call<Account>(shop.privateKey, 'GET', `/account/${jane.id}`)).body.customer?.name

/** Does what the worker does ten minutes later. */
async function eraseLater({ jane }: Shop): Promise<void> {
  const due = world.runtime.db.update(account).set({ eraseAgain: sql`erase_again - interval '10 minutes'` })
  await due.where(eq(account.id, jane.id))
  await eraseLateTraces(world.runtime, (error) => expect.unreachable(String(error)))
}

const subscriptionOf = ({ shop, jane }: Shop) => subscribe(shop, jane)

interface Obstacle {
  name: string
  /** What the error says is to be done. */
  toDo: string
  cards?: string[]
  /** Puts it in the way, and returns how it is done. */
  begin(at: Shop): Promise<() => Promise<unknown>>
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

test.each(obstacles)(
  'refuses while $name, says what to do, and changes nothing',
  async ({ cards, ...each }) => {
    const at = await shopWithJane(...(cards ?? [visa]))
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
  const at = await shopWithJane(visa)
  for (const _ of [1, 2]) await subscriptionOf(at)
  for (const _ of [1, 2, 3]) await orderBy(at)
  expect((await erase(at)).body.content.description).toContain(
    'First end 2 subscriptions; charge or cancel 3 orders with a reserved amount. Then',
  )
})

describe('an order that is created at the same moment', () => {
  const input = ({ jane }: Shop) => ({
    ...{ items: 100, currency: 'SEK' },
    payment: { type: 'account' as const, account: jane.id },
  })
  test('prevents erasing once it has begun', async () => {
    const at = await shopWithJane(visa)
    const held = holdAuthorisation(world.runtime.cards.named('test'))
    const ordered = orderBy(at)
    await held.isHeld()
    const { status, text } = await erase(at)
    expect([status, text]).toEqual([409, expect.stringContaining('wait for the outcome of 1 payment')])
    held.release()
    expect((await ordered).body.status).toEqual({ ordered: 100 })
    expect(await nameOf(at)).toBe('Jane Doe')
  })

  const metadataOf = async ({ shop }: Shop) => {
    const { db } = world.runtime
    const orders = await db.select().from(order).where(eq(order.merchantId, shop.merchant))
    return orders.map(({ metadata }) => metadata)
  }

  test('is placed if it has read the card before, and its personal data is erased ten minutes later', async () => {
    const at = await shopWithJane(visa)
    const { context } = at.shop
    const found = await findPayer(context, { accountId: at.jane.id, keyAdded: false })
    expect((await erase(at)).status).toBe(200)
    const held = holdAuthorisation(world.runtime.cards.named('test'))
    const ordered = createOrder(context, { ...input(at), metadata: { who: 'Zqperson' } }, { payer: found })
    await held.isHeld()
    // Its outcome brings the data of its draft, so erasing is repeated until there is one.
    await eraseLater(at)
    held.release()
    const { id } = await ordered
    expect(await metadataOf(at)).toEqual([{ who: 'Zqperson' }])
    await eraseLater(at)
    expect(await metadataOf(at)).toEqual([null])
    expect((await post(at.shop, id, { type: 'charge' })).status).toBe(201)
  })

  test('is placed, or refused because there is no card any more', async () => {
    for (let round = 0; round < 10; round++) {
      const at = await shopWithJane(visa)
      const [erased, ...ordered] = await Promise.all([
        erase(at),
        ...Array.from({ length: 8 }, () => orderBy(at)),
      ])
      const created = ordered.filter(({ status }) => status === 201)
      const refused = ordered.filter(({ status }) => status === 400)
      expect([created.length + refused.length, await ordersOf(at.shop, at.jane)]).toEqual([
        8,
        expect.objectContaining({ length: created.length }),
      ])
      if (erased.status !== 200) expect(refused).toEqual([])
    }
  })
})

test('a refund at the same moment is done, and leaves nothing behind', async () => {
  for (let round = 0; round < 10; round++) {
    const at = await shopWithJane(visa)
    const { db } = world.runtime
    const callbacks = ['http://127.0.0.1:1/hook']
    await db.update(merchant).set({ callbacks }).where(eq(merchant.id, at.shop.merchant))
    const orders = await Promise.all([1, 2, 3, 4].map(() => orderBy(at, { metadata: { who: 'Zqperson' } })))
    for (const { body } of orders) await post(at.shop, body.id, { type: 'charge' })
    await bookAll(at.shop.context)
    const [erased, ...refunds] = await Promise.all([
      erase(at),
      ...orders.map(({ body }) => post(at.shop, body.id, { type: 'refund' })),
    ])
    expect(refunds.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect([200, 409]).toContain(erased.status)
    await bookAll(at.shop.context)
    if (erased.status !== 200) expect((await erase(at)).status).toBe(200)
    await eraseLater(at)
    expect(await db.$count(mail, eq(mail.accountId, at.jane.id))).toBe(0)
    const ofMerchant = eq(callbackDelivery.merchantId, at.shop.merchant)
    const written = await db.select().from(callbackDelivery).where(ofMerchant)
    expect(written).toHaveLength(12)
    expect(written.filter(({ payload }) => payload.includes('Zqperson'))).toEqual([])
  }
})

test('metadata that is written at the same moment is erased too, or refused for the right reason', async () => {
  for (let round = 0; round < 10; round++) {
    const at = await shopWithJane(visa)
    const write = () =>
      call<ErrorBody>(at.shop.privateKey, 'PUT', `/account/${at.jane.id}/metadata`, { a: 'b' })
    const [erased, ...written] = await Promise.all([erase(at), ...[1, 2, 3, 4].map(write)])
    expect(erased.status).toBe(200)
    const refused = written.filter(({ status }) => status !== 200)
    expect(refused.filter(({ status, body }) => status !== 409 || body.content.type !== 'Account')).toEqual(
      [],
    )
  }
})

test('what a request writes that was running meanwhile is erased ten minutes later', async () => {
  const at = await shopWithJane(visa)
  const { db } = world.runtime
  const before = await requireAccount(at.shop.context, at.jane.id)
  const recipient = recipientIn(before)
  expect((await erase(at)).status).toBe(200)
  const data = { date: new Date().toISOString() }
  const write = () =>
    inTransaction(at.shop.context, (inside) =>
      writeMails(inside, recipient ? [{ ...recipient, template: 'email-changed', data }] : []),
    )
  const mails = () => db.$count(mail, eq(mail.accountId, at.jane.id))
  await write()
  await eraseLateTraces(world.runtime, () => undefined)
  expect(await mails()).toBe(1)
  await eraseLater(at)
  expect(await mails()).toBe(0)
  const [row] = await db.select().from(account).where(eq(account.id, at.jane.id))
  expect(row?.eraseAgain).toBeNull()
})
