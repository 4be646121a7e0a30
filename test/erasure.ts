import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { account } from '@/db/schema'
import { eraseLateTraces } from '@/server/erasure/erase-late-traces'
import type { Account } from '@/server/model/account'
import type { Order } from '@/server/model/order/schemas'
import { payer, shopOn } from './billing'
import { call, type ErrorBody } from './call'
import type { TestMerchant, World } from './world'

/** A merchant, and the account of its customer Jane Doe. */
export interface ShopWithJane {
  shop: TestMerchant
  jane: Account
}

export async function shopWithJane(world: World, ...pans: string[]): Promise<ShopWithJane> {
  const shop = await shopOn(world, '2027-05-01')
  return { shop, jane: await payer(shop, ...pans) }
}

export const erase = ({ shop, jane }: ShopWithJane) =>
  call<ErrorBody>(shop.privateKey, 'POST', `/account/${jane.id}/erasure`)

export const orderBy = ({ shop, jane }: ShopWithJane, more: object = {}) =>
  call<Order>(shop.privateKey, 'POST', '/order', {
    ...{ items: 100, currency: 'SEK', payment: { type: 'account', account: jane.id } },
    ...more,
  })

export const nameOf = async ({ shop, jane }: ShopWithJane) =>
  (await call<Account>(shop.privateKey, 'GET', `/account/${jane.id}`)).body.customer?.name

/** Does what the worker does ten minutes later. */
export async function eraseLater({ runtime }: World, { jane }: ShopWithJane): Promise<void> {
  const due = runtime.db.update(account).set({ eraseAgain: sql`erase_again - interval '10 minutes'` })
  await due.where(eq(account.id, jane.id))
  await eraseLateTraces(runtime, (error) => expect.unreachable(String(error)))
}
