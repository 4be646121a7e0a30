import { expect, test } from 'vitest'
import { getOrder, post } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { chargedOrder, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { collectAll } from './collect'

const world = testWorld()

test.each([
  ['all was lost', 10_000, 'lost', [], []],
  ['all was won', 10_000, 'won', [], [10_000n]],
  ['a part was lost', 4_000, 'lost', [], [6_000n]],
] as const)(
  'a refund is offered only of what the bank has not taken back: after a dispute in which %s',
  async (_, amount, outcome, during, after) => {
    const shop = await stripeShop(world)
    const { id } = await chargedOrder(shop)
    const viewer = await newMember(world.runtime, shop.merchant, 'viewer')
    const orders = dashboard(world.runtime, viewer, shop.merchant).order
    const offered = async () => (await orders.get({ id })).possible.map(({ amount }) => amount)
    const collect = () =>
      collectAll(world.runtime, (error, { merchantId }) =>
        merchantId === shop.merchant ? expect.fail(String(error)) : undefined,
      )
    expect(await offered()).toEqual([10_000n])
    const intent = shop.double.state.paymentIntents.newest().find(({ metadata }) => metadata.order === id)
    const opened = shop.double.operate('dispute', { intent: intent?.id ?? '', amount })
    await collect()
    expect(await offered()).toEqual(during)
    const refused = await post(shop, id, { type: 'refund' })
    expect(refused.body).toMatchObject({ status: 400, type: 'invalid content' })
    expect((await getOrder(shop, id)).event.map(({ type }) => type)).toEqual(['order', 'charge'])
    shop.double.operate('close-dispute', { dispute: opened.id, outcome })
    await collect()
    expect(await offered()).toEqual(after)
  },
)
