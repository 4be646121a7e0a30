import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { account, callbackAttempt, callbackDelivery, mail, merchant, order } from '@/db/schema'
import { ordersOf } from '@/test/billing'
import { call, type ErrorBody, post, visa } from '@/test/call'
import { erase, eraseLater, nameOf, orderBy, type ShopWithJane, shopWithJane } from '@/test/erasure'
import { holdAuthorisation } from '@/test/hold-authorisation'
import { testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { inTransaction } from '../core/context'
import { writeMails } from '../mail/write-mails'
import type { Account } from '../model/account'
import { createOrder } from '../order/create-order'
import { recipientIn, requireAccount } from '../store/accounts'
import { findPayer } from '../store/find-payer'
import { eraseLateTraces } from './erase-late-traces'

const world = testWorld()

describe('an order that is created at the same moment', () => {
  const input = ({ jane }: ShopWithJane) => ({
    ...{ items: 100, currency: 'SEK' },
    payment: { type: 'account' as const, account: jane.id },
  })
  test('prevents erasing once it has begun', async () => {
    const at = await shopWithJane(world, visa)
    const held = holdAuthorisation(world.runtime.cards.named('test'))
    const ordered = orderBy(at)
    await held.isHeld()
    const { status, text } = await erase(at)
    expect([status, text]).toEqual([409, expect.stringContaining('wait for the outcome of 1 payment')])
    held.release()
    expect((await ordered).body.status).toEqual({ ordered: 100 })
    expect(await nameOf(at)).toBe('Jane Doe')
  })

  const metadataOf = async ({ shop }: ShopWithJane) => {
    const { db } = world.runtime
    const orders = await db.select().from(order).where(eq(order.merchantId, shop.merchant))
    return orders.map(({ metadata }) => metadata)
  }

  test('is placed if it has read the card before, and its personal data is erased ten minutes later', async () => {
    const at = await shopWithJane(world, visa)
    const { context } = at.shop
    const found = await findPayer(context, { accountId: at.jane.id, keyAdded: false })
    expect((await erase(at)).status).toBe(200)
    const held = holdAuthorisation(world.runtime.cards.named('test'))
    const ordered = createOrder(context, { ...input(at), metadata: { who: 'Zqperson' } }, { payer: found })
    await held.isHeld()
    // Its outcome brings the data of its draft, so erasing is repeated until there is one.
    await eraseLater(world, at)
    held.release()
    const { id } = await ordered
    expect(await metadataOf(at)).toEqual([{ who: 'Zqperson' }])
    await eraseLater(world, at)
    expect(await metadataOf(at)).toEqual([null])
    expect((await post(at.shop, id, { type: 'charge' })).status).toBe(201)
  })

  test('is placed, or refused because the account is erased', async () => {
    for (let round = 0; round < 10; round++) {
      const at = await shopWithJane(world, visa)
      const [erased, ...ordered] = await Promise.all([
        erase(at),
        ...Array.from({ length: 8 }, () => orderBy(at)),
      ])
      const created = ordered.filter(({ status }) => status === 201)
      const refused = ordered.filter(({ status }) => status === 409)
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
    const at = await shopWithJane(world, visa)
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
    await eraseLater(world, at)
    expect(await db.$count(mail, eq(mail.accountId, at.jane.id))).toBe(0)
    const ofMerchant = eq(callbackDelivery.merchantId, at.shop.merchant)
    const written = await db.select().from(callbackDelivery).where(ofMerchant)
    expect(written).toHaveLength(12)
    expect(written.filter(({ payload }) => payload.includes('Zqperson'))).toEqual([])
  }
})

test('what receivers respond to callbacks that still wait is erased, however long these wait', async () => {
  const at = await shopWithJane(world, visa)
  const { db } = world.runtime
  const isOfShop = eq(callbackDelivery.merchantId, at.shop.merchant)
  await db
    .update(merchant)
    .set({ callbacks: ['http://127.0.0.1:1/hook'] })
    .where(eq(merchant.id, at.shop.merchant))
  await post(at.shop, (await orderBy(at)).body.id, { type: 'cancel' })
  expect((await erase(at)).status).toBe(200)
  await eraseLater(world, at)
  const deliveries = await db
    .update(callbackDelivery)
    .set({ status: 'delivered' })
    .where(isOfShop)
    .returning()
  expect(deliveries).toHaveLength(2)
  const attempt = { number: 1, date: new Date(), ms: 1, status: 200, responseBody: 'Thank you, Zqperson' }
  await db
    .insert(callbackAttempt)
    .values(deliveries.map(({ id }) => ({ ...attempt, merchantId: at.shop.merchant, deliveryId: id })))
  await eraseLater(world, at)
  const ofShop = eq(callbackAttempt.merchantId, at.shop.merchant)
  const stored = await db.select({ answer: callbackAttempt.responseBody }).from(callbackAttempt).where(ofShop)
  expect(stored).toEqual([{ answer: null }, { answer: null }])
  const [row] = await db.select().from(account).where(eq(account.id, at.jane.id))
  expect(row?.eraseAgain).toBeNull()
})

test('metadata that is written at the same moment is erased too, or refused for the right reason', async () => {
  for (let round = 0; round < 10; round++) {
    const at = await shopWithJane(world, visa)
    const write = () =>
      call<ErrorBody>(at.shop.privateKey, 'PUT', `/account/${at.jane.id}/metadata`, { a: 'b' })
    const [erased, ...written] = await Promise.all([erase(at), ...[1, 2, 3, 4].map(write)])
    expect(erased.status).toBe(200)
    const refused = written.filter(({ status }) => status !== 200)
    expect(refused.filter(({ status, body }) => status !== 409 || body.content.type !== 'Account')).toEqual(
      [],
    )
    const read = await call<Account>(at.shop.privateKey, 'GET', `/account/${at.jane.id}`)
    expect(read.body.metadata).toBeUndefined()
  }
})

test('what a request that was running meanwhile writes is erased ten minutes later', async () => {
  const at = await shopWithJane(world, visa)
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
  await eraseLater(world, at)
  expect(await mails()).toBe(0)
  const [row] = await db.select().from(account).where(eq(account.id, at.jane.id))
  expect(row?.eraseAgain).toBeNull()
})
