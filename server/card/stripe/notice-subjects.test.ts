import { expect, test } from 'vitest'
import { post } from '@/test/call'
import { chargedOrder, connect, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'

const world = testWorld()

test('a notice about a refund is about its operation, and about its whole payment once it is not as expected', async () => {
  const shop = await stripeShop(world)
  await connect(shop)
  const { id } = await chargedOrder(shop)
  await post(shop, id, { type: 'refund' })
  const [refund] = shop.double.state.refunds.newest()
  if (!refund) throw new Error('Nothing was refunded')
  const about = async (type = 'refund.updated') => {
    const notice = { type, objectId: refund.id, merchantId: shop.merchant }
    const { notices } = shop.context.cards.named('stripe')
    return (await notices?.subjects({ id: 'evt_1', ...notice }))?.map((each) => each.about)
  }
  expect(await about()).toEqual(['operation'])
  shop.double.operate('fail-refund', { refund: refund.id })
  const whole = ['operation', 'operation', 'operation', 'payment']
  expect(await about()).toEqual(whole)
  expect(await about('charge.refund.updated')).toEqual(whole)
})
