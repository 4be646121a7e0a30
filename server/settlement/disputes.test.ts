import { expect, test } from 'vitest'
import { dashboard, newMember } from '@/test/members'
import { chargedOrder, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { collectAll } from './collect'

const world = testWorld()

test.each([
  ['lost', []],
  ['won', ['refund']],
] as const)(
  'no refund is offered while the bank has the money: after a dispute that was %s, %j',
  async (outcome, then) => {
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
    const opened = shop.double.operate('dispute', { intent: intent?.id ?? '' })
    await collect()
    expect(await offered()).toEqual([])
    shop.double.operate('close-dispute', { dispute: opened.id, outcome })
    await collect()
    expect(await offered()).toEqual(then)
  },
)
