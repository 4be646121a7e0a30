import { bookAll } from '@/server/booking/book'
import type { Account } from '@/server/model/account'
import type { Subscription } from '@/server/model/subscription/schemas'
import { accountWith, call, post, tokenFor, visa } from './call'
import type { TestMerchant, World } from './world'

export interface Shop extends TestMerchant {
  account: Account
  orderId: string
  documentId: string
  subscriptionId: string
  accountKey: string
}

export const monthly = { items: 10, currency: 'SEK', schedule: 'monthly', start: '2090-01-01' }

/** Creates a merchant with an id for every kind of address. */
export async function newShop(world: World): Promise<Shop> {
  const fresh = await world.newMerchant()
  const account = await accountWith(fresh, visa)
  const items = { items: 100, currency: 'SEK', payment: { type: 'account', account: account.id } }
  const { body: order } = await call<{ id: string }>(fresh.privateKey, 'POST', '/order', items)
  await post(fresh, order.id, { type: 'charge', items: 1 })
  await bookAll(fresh.context)
  const [document] = (await call<{ id: string }[]>(fresh.privateKey, 'GET', '/document')).body
  const { body } = await call<{ key: string }>(fresh.privateKey, 'POST', `/account/${account.id}/key`)
  const path = `/account/${account.id}/subscription`
  const [subscription] = (await call<Subscription[]>(fresh.privateKey, 'POST', path, monthly)).body
  if (!subscription || !document) throw new Error('The account has no subscription, or the order no document')
  const ids = { orderId: order.id, documentId: document.id, subscriptionId: subscription.id }
  return { ...fresh, account, ...ids, accountKey: body.key }
}

export async function giveAddress({ privateKey, account }: Shop): Promise<undefined> {
  await call(privateKey, 'PUT', `/account/${account.id}/customer`, { email: 'jane@example.com' })
}

export const newMethod = async (shop: Shop) => ({ type: 'token', card: await tokenFor(shop) })

/** Another row may have ended the subscription, and only one that goes on can be changed later. */
export async function planFor(shop: Shop) {
  const path = `/account/${shop.account.id}/subscription`
  const all = (await call<Subscription[]>(shop.privateKey, 'POST', path, monthly)).body
  shop.subscriptionId = all.at(-1)?.id ?? shop.subscriptionId
  return { items: 12 }
}
