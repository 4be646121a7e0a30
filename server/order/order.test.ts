import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { operation, order, orderEvent } from '@/db/schema'
import { accountWith, call, getOrder, orderOf, post, tokenFor } from '@/test/call'
import { readDuring } from '@/test/race'
import { testWorld } from '@/test/world'
import type { Order } from '../model/order/schemas'
import { newOperation } from '../payment/new-operation'
import { readOrderDetail } from './order-detail'

const world = testWorld()

describe('POST /order', () => {
  test('by account returns the documented order', async () => {
    const shop = await world.newMerchant()
    const account = await accountWith(shop, '4111111111111111')
    const { status, body } = await call<Order>(shop.publicKey, 'POST', '/order', {
      number: 'A-1',
      items: 13.37,
      currency: 'SEK',
      payment: { type: 'account', account: account.id },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      number: 'A-1',
      items: { price: 13.37, status: ['ordered'] },
      currency: 'SEK',
      status: { ordered: 13.37 },
      payment: {
        type: 'card',
        account: account.id,
        status: 'created',
        amount: 13.37,
        iin: '411111',
        last4: '1111',
        service: 'test',
      },
    })
    expect(body.event).toMatchObject([{ type: 'order' }])
    expect(await getOrder(shop, body.id)).toEqual(body)
  })

  test('charges, refunds and cancels by parts', async () => {
    const shop = await world.newMerchant()
    const order = await orderOf(shop, 100)
    expect((await post(shop, order.id, { type: 'charge', items: 60 })).status).toBe(201)
    expect((await post(shop, order.id, { type: 'refund', items: 10 })).status).toBe(201)
    expect((await post(shop, order.id, { type: 'cancel' })).status).toBe(201)
    expect(await getOrder(shop, order.id)).toMatchObject({
      status: { charged: 50, refunded: 10, cancelled: 40 },
      items: [
        { price: 50, status: ['charged'] },
        { price: 10, status: ['refunded'] },
        { price: 40, status: ['cancelled'] },
      ],
    })
  })

  test('a token can be used once', async () => {
    const shop = await world.newMerchant()
    const card = await tokenFor(shop)
    const order = { items: 10, currency: 'SEK', payment: { type: 'card', card } }
    expect((await call(shop.publicKey, 'POST', '/order', order)).status).toBe(201)
    const again = await call(shop.publicKey, 'POST', '/order', order)
    expect(again.body).toMatchObject({
      status: 400,
      type: 'invalid content',
      content: { type: 'model.Card' },
    })
  })
})

test('an order is read with its events at one moment, so that its amounts match them', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const { db, clock } = world.runtime
  const paths = [`/order/${id}`, '/order']
  for (const [at, path] of paths.entries()) {
    const { body } = await readDuring(db, {
      table: orderEvent,
      read: () => call<Order | Order[]>(shop.privateKey, 'GET', path),
      // As a charge of 30 does.
      change: async (tx) => {
        await tx
          .update(order)
          .set({ ordered: sql`ordered - 3000`, charged: sql`charged + 3000` })
          .where(and(eq(order.merchantId, shop.merchant), eq(order.id, id)))
        await tx.insert(orderEvent).values({
          merchantId: shop.merchant,
          orderId: id,
          sequence: at + 2,
          type: 'charge',
          date: clock.now(),
          amount: 3000n,
          currency: 'SEK',
        })
      },
    })
    const [read] = [body].flat()
    const charged = 30 * (read?.event.filter(({ type }) => type === 'charge').length ?? 0)
    expect(read?.status.charged ?? 0).toBe(charged)
  }
})

test('an operation that ends while the page of its order is read is shown as running or as done', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const { db } = world.runtime
  const reserved = { orderId: id, place: 2, kind: 'charge', currency: 'SEK', amount: 10_000n } as const
  const charge = newOperation(shop.context, { ...reserved, byAccount: false })
  await db.insert(operation).values(charge)
  const shown = await readDuring(db, {
    table: operation,
    read: () => readOrderDetail(shop.context, id),
    change: async (tx) => {
      await tx.delete(operation).where(eq(operation.id, charge.id))
      await tx.update(order).set({ ordered: 0n, charged: 10_000n }).where(eq(order.id, id))
    },
  })
  expect(shown).toMatchObject({ isRunning: false, record: { charged: 10_000n } })
})
