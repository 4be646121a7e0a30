import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountWith } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { testWorld } from '@/test/world'
import { runBilling } from '../billing/run'

const world = testWorld()
const attempt = () => crypto.randomUUID()

test('its page has its metadata, and names who changed it and who paid', async () => {
  const shop = await world.newMerchant()
  const member = await dashboardAs(world.runtime, shop.merchant, 'support')
  const { id: account } = await accountWith(shop, '4000000000000341')
  const call = member.subscription
  const { id } = await call.add({
    account,
    attempt: attempt(),
    subscription: { items: [{ name: 'Coffee', price: 80, vat: 25 }], currency: 'SEK', schedule: 'daily' },
  })
  await runBilling(shop.context)
  await member.metadata.replace({ subject: 'subscription', account, id, metadata: { crm: 'C-1' } })
  expect(await call.get({ account, id })).toMatchObject({
    metadata: { crm: 'C-1' },
    unpaid: [{ attempts: { attempt: 1, attempts: 5 } }],
  })
  const entries = await member.audit.about({ account, subscription: id })
  expect(entries.map(({ words }) => words)).toMatchObject([
    'Changed the metadata of this subscription',
    expect.stringMatching(/^Created: 100,00.kr every day from /),
  ])
  await call.plan({ account, id, plan: { items: 120 } })
  await call.withdrawPlan({ account, id })
  await call.end({ account, id, on: '2090-01-31' })
  await call.undoEnd({ account, id })
  const later = await member.audit.about({ account, subscription: id })
  expect(later.map(({ words }) => words)).toMatchObject([
    'End removed: it was to end on 31 January 2090',
    'End set to 31 January 2090',
    expect.stringMatching(/^Planned change withdrawn: it was for /),
    expect.stringMatching(/^Change planned: 120,00.kr every day from /),
    ...entries.map(({ words }) => words),
  ])
  await world.runtime.db.execute(
    sql`update acquirer_card set behaviour = 'accepted' where merchant_id = ${shop.merchant}`,
  )
  const { unpaid } = await call.get({ account, id })
  const orders = unpaid.map(({ orderId, amount }) => ({ orderId, amount }))
  await call.payNow({ account, id, attempt: attempt(), orders })
  const [order] = (await call.orders({ account, id })).orders
  expect(order?.attempts.map(({ type, by }) => [type, by])).toEqual([
    ['fail', undefined],
    ['charge', expect.stringContaining('@')],
  ])
})
