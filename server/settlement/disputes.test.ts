import { expect, test } from 'vitest'
import { dashboard, newMember } from '@/test/members'
import { chargedOrder, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { collectAll } from './collect'

const world = testWorld()

test.each([
  ['all was lost', 10_000, 'lost', [], []],
  ['all was won', 10_000, 'won', [], ['refund']],
  ['a part was lost', 4_000, 'lost', ['refund'], ['refund']],
] as const)(
  'a refund is offered only of what the bank has not taken back: after a dispute in which %s',
  async (_, amount, outcome, during, after) => {
    const shop = await stripeShop(world)
    const { id } = await chargedOrder(shop)
    const viewer = await newMember(world.runtime, shop.merchant, 'viewer')
    const orders = dashboard(world.runtime, viewer, shop.merchant).order
    const offered = async () => (await orders.get({ id })).possible.map(({ type }) => type)
    const collect = () =>
      collectAll(world.runtime, (error, { merchantId }) =>
        merchantId === shop.merchant ? expect.fail(String(error)) : undefined,
      )
    expect(await offered()).toEqual(['refund'])
    const intent = shop.double.state.paymentIntents.newest().find(({ metadata }) => metadata.order === id)
    const opened = shop.double.operate('dispute', { intent: intent?.id ?? '', amount })
    await collect()
    expect(await offered()).toEqual(during)
    shop.double.operate('close-dispute', { dispute: opened.id, outcome })
    await collect()
    expect(await offered()).toEqual(after)
  },
)
