import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { callbackDelivery, mail, merchant } from '@/db/schema'
import type { ClockMoved } from '@/server/billing/clock-schemas'
import { startOfDay } from '@/server/core/clock'
import { type Context, contextOf } from '@/server/core/context'
import { requireMerchant } from '@/server/merchant/find-merchant'
import type { Account } from '@/server/model/account'
import type { Callback } from '@/server/model/callback'
import type { Order } from '@/server/model/order/schemas'
import type { Subscription } from '@/server/model/subscription/schemas'
import { accountWith, call } from './call'
import type { TestMerchant, World } from './world'

type Of = Pick<Account, 'id'>

/** A card that can be stored, but declines every charge. */
export const declining = '4000000000000341'

/** Creates a merchant whose clock is at the first moment of a day, so that dates are known. */
export async function shopOn(world: World, day: string): Promise<TestMerchant> {
  const shop = await world.newMerchant()
  // A new merchant has nothing due, so its clock can skip the days in between.
  const clockAhead = startOfDay(day, shop.row.timeZone).getTime() - world.clock.now().getTime()
  await world.runtime.db.update(merchant).set({ clockAhead }).where(eq(merchant.id, shop.merchant))
  return shop
}

export async function move(shop: TestMerchant, how: unknown): Promise<ClockMoved> {
  const { status, body, text } = await call<ClockMoved>(shop.privateKey, 'POST', '/clock', how)
  expect(status, text).toBe(200)
  expect(body.complete).toBe(true)
  return body
}

/** Creates an account whose customer can be mailed. The cards expire long after. */
export async function payer(shop: TestMerchant, ...pans: string[]): Promise<Account> {
  const account = await accountWith(shop, ...pans)
  const customer = { name: 'Jane Doe', email: 'jane@example.com' }
  await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, customer)
  return account
}

/** Adds a subscription: monthly from today, 100 kr, unless `terms` say otherwise. */
export async function subscribe(shop: TestMerchant, { id }: Of, terms: object = {}): Promise<Subscription> {
  const { status, body, text } = await call<Subscription[]>(
    shop.privateKey,
    'POST',
    `/account/${id}/subscription`,
    { items: 100, currency: 'SEK', schedule: 'monthly', ...terms },
  )
  expect(status, text).toBe(201)
  const made = body.at(-1)
  if (!made) throw new Error('The response contains no subscription')
  return made
}

/** Returns the orders of an account, oldest first. */
export const ordersOf = async (shop: TestMerchant, { id }: Of): Promise<Order[]> =>
  (await call<Order[]>(shop.privateKey, 'GET', `/account/${id}/order?limit=1000`)).body.reverse()

export const duesOf = async (shop: TestMerchant, account: Of) =>
  (await ordersOf(shop, account)).map(({ due }) => due)

export const accountOf = async (shop: TestMerchant, { id }: Of): Promise<Account> =>
  (await call<Account>(shop.privateKey, 'GET', `/account/${id}`)).body

export const statusOf = async (shop: TestMerchant, account: Of) => (await accountOf(shop, account)).status

/** Returns the mails to a merchant's payers, in order. */
export const mailsOf = async ({ context, merchant }: TestMerchant) =>
  (
    await context.db
      .select()
      .from(mail)
      .where(eq(mail.merchantId, merchant))
      .orderBy(mail.created, mail.template)
  ).map(({ template, data }) => ({ template, data }))

export const templatesOf = async (shop: TestMerchant) => (await mailsOf(shop)).map(({ template }) => template)

/** Returns the callbacks of a merchant, in the order in which they are to be delivered. */
export const callbacksOf = async ({ context, merchant }: TestMerchant): Promise<Callback[]> =>
  (
    await context.db
      .select()
      .from(callbackDelivery)
      .where(eq(callbackDelivery.merchantId, merchant))
      .orderBy(callbackDelivery.position)
  ).map(({ payload }) => JSON.parse(payload))

/** What a merchant and one of its customers act with, by the merchant's clock as it is at the moment. */
export function actorsOf({ runtime }: World, { merchant }: TestMerchant, { id: accountId }: Of) {
  const byMerchant = async (): Promise<Context> => {
    return contextOf(runtime, await requireMerchant(runtime.db, merchant))
  }
  const byCustomer = async (): Promise<Context> => ({
    ...(await byMerchant()),
    actor: { kind: 'account', keyId: 'key', accountId },
  })
  return { byMerchant, byCustomer }
}

/** A shop whose customer owes an order: the first payment of a subscription, on `day`, was declined. */
export async function shopWithUnpaidOrder(world: World, day: string) {
  const shop = await shopOn(world, day)
  const account = await payer(shop, declining)
  await subscribe(shop, account)
  await move(shop, { to: `${day}T12:00:00Z` })
  const [order] = await ordersOf(shop, account)
  if (!order) throw new Error('Nothing was billed')
  return { shop, account, order }
}
