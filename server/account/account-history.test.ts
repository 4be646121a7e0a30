import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { subscription } from '@/db/schema'
import { payer, subscribe } from '@/test/billing'
import { testWorld } from '@/test/world'
import { accountHistory } from './account-history'

const world = testWorld()

test('shows a subscription whose lines were stored under earlier rules', async () => {
  const shop = await world.newMerchant()
  const account = await payer(shop)
  await subscribe(shop, account)
  // A name like this was accepted once and is refused now.
  const items = { name: '4111 1111 1111 1111', price: 100 }
  await world.runtime.db.update(subscription).set({ items }).where(eq(subscription.merchantId, shop.merchant))
  const { rows } = await accountHistory(shop.context, { accountId: account.id, limit: 10 })
  expect(rows.find(({ kind }) => kind === 'subscription')?.facts).toMatchObject({ items })
})
