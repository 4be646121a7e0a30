import { eq } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { merchant } from '@/db/schema'
import { connectCardService } from '@/server/card/connection'
import { cardServices } from '@/server/card/services'
import { stripeCardService } from '@/server/card/stripe/service'
import { contextOf } from '@/server/core/context'
import type { Card } from '@/server/model/card/schemas'
import type { Order } from '@/server/model/order/schemas'
import { recoverOperations } from '@/server/payment/recover'
import { call, type ErrorBody } from '../call'
import type { TestMerchant, World } from '../world'
import { type RunningDouble, startDouble } from './start-double'

/** A double of Stripe, and merchants that use it. */
export interface StripeShops {
  double: RunningDouble
  newShop(): Promise<TestMerchant>
  /** Creates an order for 100 SEK, paid with one of Stripe's test cards. */
  order(shop: TestMerchant, card: string, body?: object): Promise<Order>
  /** Returns Stripe's record of an order. */
  bookOf(order: { id: string }): ReturnType<RunningDouble['books']>[number] | undefined
  /** Recovers incomplete operations, as workers do, and returns the errors. */
  recover(): Promise<unknown[]>
}

/** Starts a double for the tests of a file, and makes their world use it. */
export function stripeShops(world: World, { timeoutMs = 3000 } = {}): StripeShops {
  const shops = {} as StripeShops
  beforeAll(async () => {
    shops.double = await startDouble()
    const { db, baseUrl, cards } = world.runtime
    const adapter = stripeCardService(db, { baseUrl, stripeBaseUrl: shops.double.url, timeoutMs })
    world.runtime.cards = cardServices([adapter, cards.named('test')], timeoutMs)
  })
  afterAll(() => shops.double.stop())
  shops.newShop = async () => {
    const shop = await world.newMerchant()
    const keys = { secret: shops.double.secretKey, publishable: shops.double.publishableKey }
    const context = contextOf(world.runtime, shop.row)
    const checked = await connectCardService(context, { service: 'stripe', ...keys })
    if (checked.status !== 'connected') throw new Error(checked.problem)
    const [row] = await world.runtime.db
      .update(merchant)
      .set({ cardService: 'stripe' })
      .where(eq(merchant.id, shop.merchant))
      .returning()
    if (!row) throw new Error('The new merchant cannot be found')
    return { ...shop, row, context: contextOf(world.runtime, row) }
  }
  shops.order = async (shop, card, body = {}) => {
    const token = (await call<Card & ErrorBody>(shop.publicKey, 'POST', '/card', { reference: card })).body
      .token
    const payment = { type: 'card', card: token }
    const created = await call<Order>(shop.privateKey, 'POST', '/order', {
      items: 100,
      currency: 'SEK',
      payment,
      ...body,
    })
    if (created.status !== 201) throw new Error(`POST /order returned ${created.text}`)
    return created.body
  }
  shops.bookOf = ({ id }) => shops.double.books().find(({ metadata }) => metadata.order === id)
  shops.recover = async () => {
    const errors: unknown[] = []
    const onError = (error: unknown) => void errors.push(error)
    await recoverOperations(world.runtime, { staleSeconds: 0, onError })
    return errors
  }
  return shops
}
