import { expect, test, vi } from 'vitest'
import { accountWith, orderOf, visa } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { testWorld } from '@/test/world'

const world = testWorld()

test('an unknown outcome is not described as a failure, nor in words for programs', async () => {
  const shop = await world.newMerchant()
  const session = await newMember(world.runtime, shop.merchant, 'support')
  const call = dashboard(world.runtime, session, shop.merchant)
  const account = await accountWith(shop, visa)
  const { id } = await orderOf(shop, 100)
  const service = world.runtime.cards.named('test')
  const away = vi.spyOn(service, 'capture').mockResolvedValue({ status: 'unknown', cause: new Error('away') })
  const attempt = crypto.randomUUID()
  const [outcome] = await call.order.operateMany({
    type: 'charge',
    orders: [{ id, expected: 10_000n }],
    attempt,
  })
  const input = { id: account.id, items: 10, currency: 'SEK', charge: true, attempt, expected: 1000n }
  const ordered = await call.account.order(input)
  away.mockRestore()
  expect(outcome?.refusal).toMatchObject({
    isOpen: true,
    description: expect.stringContaining('not known yet'),
  })
  expect(ordered).toMatchObject({ isOpen: true, refusal: outcome?.refusal?.description })
  expect(await call.account.order(input)).toMatchObject({ orderId: ordered.orderId, isOpen: false })
})
