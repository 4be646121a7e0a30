// @module-tag slow

import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { POST as removeForm } from '@/app/account/do/remove-card/route'
import { mail, method, notification } from '@/db/schema'
import { postForm } from '@/test/account-form'
import { accountWith, call, visa } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { cardRemoval, removed } from '@/test/stripe/card-removal'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import { eraseAccount } from '../erasure/erase-account'
import type { Account } from '../model/account'
import { createAccountKey } from './account-key'

const world = testWorld()
const shops = stripeShops(world)
const { tokenOf, customer, keep, attached, waiting, age, run } = cardRemoval(world, shops)

let shop: TestMerchant
beforeAll(async () => {
  shop = await shops.newShop()
})

const detachments = () =>
  shops.double.requests.filter(({ path }) => /^\/v1\/payment_methods\/\w+\/detach$/.test(path)).length

async function removeOnPage({ id }: Account) {
  const { key } = await createAccountKey(shop.context, id)
  const [card] = await world.runtime.db.select().from(method).where(eq(method.accountId, id)).limit(1)
  const shown = { card: card?.id ?? '', cards: card?.id ?? '' }
  expect((await postForm(removeForm, key, shown)).headers.get('location')).toContain('note=removed')
}

async function removeInDashboard({ id }: Account) {
  const member = await dashboardAs(world.runtime, shop.merchant, 'support')
  const { cards } = await member.account.get({ id })
  await member.account.removeCard({ id, card: cards[0]?.id ?? '' })
}

describe('a card that leaves its account', () => {
  test.each([
    ['removed by the customer', removeOnPage],
    ['removed in the dashboard', removeInDashboard],
    ['left out of the methods', (account: Account) => keep(shop, account)],
    ['on an account that is erased', ({ id }: Account) => eraseAccount(shop.context, id)],
  ])('is removed at Stripe once: %s', async (_, remove) => {
    const account = await customer(shop, 'pm_card_visa')
    const before = detachments()
    await remove(account)
    expect(attached(account)).toEqual(['4242'])
    await age()
    expect(await run()).toEqual(removed(1))
    expect([attached(account), await waiting()]).toEqual([[], 0])
    await age()
    expect(await run()).toEqual(removed(0))
    expect(detachments() - before).toBe(1)
  })

  test('is removed alone: the account’s other cards and those of other merchants stay', async () => {
    const other = await shops.newShop()
    const theirs = await customer(other, 'pm_card_visa')
    const account = await customer(shop, 'pm_card_visa', 'pm_card_mastercard')
    await keep(shop, account, account.method.slice(1))
    await age()
    expect(await run()).toEqual(removed(1))
    expect([attached(account), attached(theirs)]).toEqual([['4444'], ['4242']])
  })

  test('stays for ten minutes: a request may have read it just before', async () => {
    await keep(shop, await customer(shop, 'pm_card_visa'))
    await age('9 minutes')
    expect(await run()).toEqual(removed(0))
    await age('1 minute')
    expect(await run()).toEqual(removed(1))
  })

  test('is not deleted unless that is noted', async () => {
    const account = await customer(shop, 'pm_card_visa')
    const { db } = world.runtime
    await db.execute(sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`)
    await db.execute(
      sql`create trigger refuse before insert on removed_card for each row execute function refuse()`,
    )
    await removeOnPage(account).catch(() => undefined)
    await db.execute(sql`drop function refuse cascade`)
    expect([await db.$count(method, eq(method.accountId, account.id)), await waiting()]).toEqual([1, 0])
  })

  test('notifies nobody', async () => {
    const { db } = world.runtime
    const written = async () => [
      await db.$count(mail, eq(mail.merchantId, shop.merchant)),
      await db.$count(notification, eq(notification.merchantId, shop.merchant)),
    ]
    const account = await customer(shop, 'pm_card_visa')
    const before = await written()
    await keep(shop, account)
    await age()
    expect(await run()).toEqual(removed(1))
    expect(await shops.recover()).toEqual([])
    expect(await written()).toEqual(before)
  })
})

describe('a card that is stored again', () => {
  test('replaces the earlier payment method, which is removed', async () => {
    const account = await customer(shop, 'pm_card_visa')
    const [first] = shops.double.state.paymentMethods.newest()
    await call(shop.privateKey, 'POST', `/account/${account.id}/method`, await tokenOf(shop, 'pm_card_visa'))
    expect(attached(account)).toEqual(['4242', '4242'])
    await age()
    expect(await run()).toEqual(removed(1))
    expect([attached(account), first?.customer]).toEqual([['4242'], null])
    const payment = { type: 'account', account: account.id }
    const ordered = await call(shop.privateKey, 'POST', '/order', { items: 100, currency: 'SEK', payment })
    expect(ordered.status).toBe(201)
  })

  test('twice in one request leaves one payment method', async () => {
    const account = await customer(shop, 'pm_card_visa', 'pm_card_visa')
    expect(account.method).toHaveLength(1)
    await age()
    expect(await run()).toEqual(removed(1))
    expect(attached(account)).toEqual(['4242'])
  })

  test('by a public key leaves the payment method of the customer’s own card', async () => {
    const account = await customer(shop, 'pm_card_visa')
    await world.runtime.db.update(method).set({ addedBy: 'account' }).where(eq(method.accountId, account.id))
    const [own] = shops.double.state.paymentMethods.newest()
    await call(shop.publicKey, 'POST', `/account/${account.id}/method`, await tokenOf(shop, 'pm_card_visa'))
    await age()
    expect(await run()).toEqual(removed(1))
    expect(attached(account)).toEqual(['4242'])
    expect(own?.customer).not.toBeNull()
  })

  test('as the same payment method is kept until it is removed again', async () => {
    const account = await customer(shop, 'pm_card_visa')
    const [own] = shops.double.state.paymentMethods.newest()
    const again = await tokenOf(shop, own?.id ?? '')
    await keep(shop, account)
    await call(shop.privateKey, 'POST', `/account/${account.id}/method`, again)
    await age('40 days')
    expect(await run()).toEqual(removed(0))
    await keep(shop, account)
    expect(await run()).toEqual(removed(0))
    await age()
    expect(await run()).toEqual(removed(1))
  })
})

test('cards of the simulated acquirer need not be removed', async () => {
  const simulated = await world.newMerchant()
  const account = await accountWith(simulated, visa)
  await keep(simulated, account)
  expect(await waiting()).toBe(0)
})
