import { eq } from 'drizzle-orm'
import { expect, onTestFinished } from 'vitest'
import { merchant } from '@/db/schema'
import { connectCardService } from '@/server/card/connection'
import { cardServices } from '@/server/card/services'
import { stripeCardService } from '@/server/card/stripe/service'
import type { Context } from '@/server/core/context'
import type { Card } from '@/server/model/card/schemas'
import type { Order } from '@/server/model/order/schemas'
import { call, post } from '../call'
import type { TestMerchant, testWorld } from '../world'
import { receiveNotices } from './receive-notices'
import { type RunningDouble, startDouble } from './start-double'

const timeoutMs = 3000

/** A merchant that is connected to a double of Stripe. */
export interface StripeShop extends TestMerchant {
  double: RunningDouble
  context: Context
}

/** Starts a double until the test ends, and connects a new merchant to it. Notices arrive. */
export async function stripeShop(world: ReturnType<typeof testWorld>): Promise<StripeShop> {
  const double = await startDouble()
  onTestFinished(() => double.stop())
  const notices = await receiveNotices()
  onTestFinished(notices.stop)
  const shop = await world.newMerchant()
  const { db, baseUrl } = world.runtime
  const adapter = stripeCardService(db, { baseUrl, stripeBaseUrl: double.url, timeoutMs })
  world.runtime.cards = cardServices([adapter], timeoutMs)
  const context = { ...shop.context, cards: world.runtime.cards, baseUrl: notices.url }
  await db.update(merchant).set({ cardService: 'stripe' }).where(eq(merchant.id, shop.merchant))
  const connected = { ...shop, double, context }
  expect(await connect(connected)).toMatchObject({ status: 'connected', notices: 'done' })
  return connected
}

/** Fails for errors at one merchant. Earlier tests' merchants have lost their double. */
export const failsAt =
  ({ merchant }: Pick<StripeShop, 'merchant'>) =>
  (error: unknown, { merchantId }: { merchantId: string }): void => {
    if (merchantId === merchant) expect.fail(String(error))
  }

export const connect = ({ context, double }: Pick<StripeShop, 'context' | 'double'>) =>
  connectCardService(context, {
    service: 'stripe',
    secret: double.secretKey,
    publishable: double.publishableKey,
  })

/** An order of 100 SEK on a card, authorised. */
export async function authorisedOrder(
  shop: TestMerchant,
  card = 'pm_card_visa',
  items: unknown = 100,
): Promise<Order> {
  const { body: token } = await call<Card>(shop.publicKey, 'POST', '/card', { reference: card })
  const payment = { type: 'card', card: token.token }
  const given = { items, currency: 'SEK', payment }
  return (await call<Order>(shop.publicKey, 'POST', '/order', given)).body
}

/** The same, charged. Returns the order as it was before. */
export async function chargedOrder(...given: Parameters<typeof authorisedOrder>): Promise<Order> {
  const order = await authorisedOrder(...given)
  await post(given[0], order.id, { type: 'charge' })
  return order
}
