import { expect, test } from 'vitest'
import { accountOf, declining, move, ordersOf, payer, shopOn, subscribe } from '@/test/billing'
import { call, tokenFor, visa } from '@/test/call'
import { contextNow, testWorld } from '@/test/world'
import { addMethod } from './change-account'

const world = testWorld()

test('a public key that adds a card of the customer again changes neither the default nor the retries', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, declining)
  const actor = { kind: 'account', keyId: 'key', accountId: account.id } as const
  const own = { type: 'token', card: await tokenFor(shop, visa) } as const
  // By the merchant's clock, which has moved since the shop was created.
  const context = await contextNow(world, shop)
  await addMethod({ ...context, actor }, { id: account.id, method: own })
  await subscribe(shop, account)
  await move(shop, { to: '2027-05-01T10:00:00+02:00' })
  const before = await ordersOf(shop, account)
  expect(before).toMatchObject([{ status: { pending: 100 }, retry: expect.any(String) }])
  const body = { type: 'token', card: await tokenFor(shop, visa) }
  const added = await call(shop.publicKey, 'POST', `/account/${account.id}/method`, body)
  expect(added.status).toBe(201)
  expect((await accountOf(shop, account)).method.map(({ last4 }) => last4)).toEqual(['0341', '1111'])
  expect(await ordersOf(shop, account)).toEqual(before)
})
