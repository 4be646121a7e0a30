import { expect, test } from 'vitest'
import { dispute } from '@/db/schema'
import { payer, shopOn, subscribe } from '@/test/billing'
import { visa } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { testWorld } from '@/test/world'
import { billAll } from '../billing/run-all'

const world = testWorld()

test('a payment of a subscription that was lost in a dispute is marked', async () => {
  const shop = await shopOn(world, '2027-01-10')
  const account = await payer(shop, visa)
  const { id } = await subscribe(shop, account)
  await billAll(world.runtime)
  const { subscription: call } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  const payments = async () => (await call.orders({ account: account.id, id })).orders
  const [paid] = await payments()
  if (!paid) expect.fail('nothing was billed')
  await world.runtime.db.insert(dispute).values({
    ...{ merchantId: shop.merchant, service: 'stripe', id: 'dp_1', orderId: paid.id, authorisation: 'pi_1' },
    ...{ amount: paid.amount, currency: 'SEK', reason: 'fraudulent', state: 'lost', isInquiry: false },
    opened: world.clock.now(),
  })
  expect(await payments()).toMatchObject([{ disputed: { open: 0n, lost: paid.amount } }])
})
