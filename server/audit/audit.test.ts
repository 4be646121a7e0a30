import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntry } from '@/db/schema'
import { accountWith, orderOf, visa } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { testWorld } from '@/test/world'

const world = testWorld()

async function shopWithSupport() {
  const shop = await world.newMerchant()
  const session = await newMember(world.runtime, shop.merchant, 'support')
  const entries = () =>
    world.runtime.db.select().from(auditEntry).where(eq(auditEntry.merchantId, shop.merchant))
  return { shop, session, call: dashboard(world.runtime, session, shop.merchant), entries }
}

test('what a person did is told: who, what, to what', async () => {
  const { shop, session, call, entries } = await shopWithSupport()
  const { id } = await accountWith(shop, visa)
  const customer = { name: 'Jane Doe', email: 'jane@example.com' }
  await call.account.replaceCustomer({ id, customer })
  expect(await entries()).toMatchObject([
    {
      userId: session.userId,
      email: session.email,
      action: 'account.replaceCustomer',
      subject: 'account',
      subjectId: id,
      after: { customer },
    },
  ])
})

test('what was refused is not told as done, and what was sent twice is told once', async () => {
  const { shop, call, entries } = await shopWithSupport()
  const { id } = await orderOf(shop, 100)
  const event = { type: 'charge' as const }
  const attempt = crypto.randomUUID()
  await expect(call.order.operate({ id, event, attempt, expected: 1n })).rejects.toThrow()
  expect(await entries()).toEqual([])
  for (const _ of [1, 2]) await call.order.operate({ id, event, attempt, expected: 10_000n })
  expect(await entries()).toMatchObject([{ action: 'order.operate', subjectId: id, after: { event } }])
})

test('keys and card numbers that somebody typed are not kept', async () => {
  const { shop, call, entries } = await shopWithSupport()
  const { id } = await accountWith(shop, visa)
  await call.account.replaceCustomer({ id, customer: { name: '4111 1111 1111 1111' } })
  expect(JSON.stringify(await entries())).not.toContain('4111')
})
