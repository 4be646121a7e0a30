import { onTestFinished } from 'vitest'
import { connectCardService } from '@/server/card/connection'
import { cardServices } from '@/server/card/services'
import { stripeCardService } from '@/server/card/stripe/service'
import type { Context } from '@/server/core/context'
import type { CardService } from '@/server/model/card/service'
import type { TestMerchant, World } from '@/test/world'
import { clientOf } from './client'
import type { DoubleSettings } from './settings'
import { type RunningDouble, startDouble } from './start-double'

export interface StripeMerchant extends TestMerchant {
  double: RunningDouble
  service: CardService
  context: Context
}

/** A merchant that uses the card service of a double, until the test ends. It is connected by default. */
export async function stripeMerchant(
  world: World,
  {
    settings = {},
    connected = true,
    timeoutMs = 3000,
  }: { settings?: Partial<DoubleSettings>; connected?: boolean; timeoutMs?: number } = {},
): Promise<StripeMerchant> {
  const double = await startDouble({ settings })
  onTestFinished(() => double.stop())
  const shop = await world.newMerchant(settings.livemode ? 'live' : 'test')
  const { db } = world.runtime
  const adapter = stripeCardService(db, {
    baseUrl: world.runtime.baseUrl,
    stripeBaseUrl: double.url,
    timeoutMs,
  })
  const cards = cardServices([world.runtime.cards.named('test'), adapter], timeoutMs)
  const context = { ...shop.context, cards }
  if (connected) {
    const { secretKey: secret, publishableKey: publishable } = double
    await connectCardService(context, { service: 'stripe', secret, publishable })
  }
  return { ...shop, double, context, service: cards.named('stripe') }
}

/** The package's client, for what a merchant does in Stripe's own dashboard. */
export const stripeOf = ({ double }: StripeMerchant) => clientOf(double)
