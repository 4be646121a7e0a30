import { expect, test } from 'vitest'
import { accountWith, call, visa } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { testWorld } from '@/test/world'

const world = testWorld()

async function shopWithAccounts() {
  const shop = await world.newMerchant()
  return { shop, accounts: (await dashboardAs(world.runtime, shop.merchant, 'viewer')).account }
}

test('says whether more accounts may be the same person than are shown', async () => {
  const { shop, accounts } = await shopWithAccounts()
  const ids: string[] = []
  const add = async (keys = shop) => {
    const { id } = await accountWith(keys)
    await call(keys.privateKey, 'PUT', `/account/${id}/customer`, { email: 'jane@example.com' })
    ids.push(id)
  }
  const found = async () => {
    const { duplicates, isMore } = await accounts.duplicates({ id: ids[0] ?? '' })
    return [duplicates.length, isMore]
  }
  for (let count = 0; count < 6; count++) await add()
  // Those of another merchant take no place.
  const other = await world.newMerchant()
  for (let count = 0; count < 6; count++) await add(other)
  expect(await found()).toEqual([5, false])
  await add()
  expect(await found()).toEqual([5, true])
})

test('adds up what an account paid, and finds accounts that may be the same person', async () => {
  const { shop, accounts } = await shopWithAccounts()
  const other = await shopWithAccounts()
  const mastercard = '5555555555554444'
  const newAccount = async (keys: typeof shop, customer: object, ...pans: string[]) => {
    const { id } = await accountWith(keys, ...pans)
    await call(keys.privateKey, 'PUT', `/account/${id}/customer`, customer)
    return id
  }
  const jane = { email: 'jane@example.com', identityNumber: '19900101-1234' }
  const id = await newAccount(shop, jane, visa)
  const all = await newAccount(shop, { ...jane, email: 'Jane@example.com' }, visa)
  const sameNumber = await newAccount(shop, { identityNumber: jane.identityNumber }, mastercard)
  await newAccount(shop, { email: 'john@example.com', identityNumber: '2' }, mastercard)
  await newAccount(other.shop, jane, visa)
  const found = await accounts.duplicates({ id })
  expect(found.isMore).toBe(false)
  expect(found.duplicates.map(({ account, same }) => [account.id, same])).toEqual([
    [all, ['email', 'identityNumber', 'card']],
    [sameNumber, ['identityNumber']],
  ])

  const pay = async (items: number, currency: string, ...events: object[]) => {
    const order = { items, currency, payment: { type: 'account', account: id } }
    const { body } = await call<{ id: string }>(shop.privateKey, 'POST', '/order', order)
    for (const event of events) await call(shop.privateKey, 'POST', `/order/${body.id}/event`, event)
  }
  const charge = { type: 'charge' }
  await pay(100, 'SEK', charge, { type: 'refund', items: 30 })
  await pay(50, 'SEK', charge)
  await pay(7, 'SEK')
  await pay(20, 'EUR', charge)
  const none = { count: 0, isMore: false }
  expect(await accounts.figures({ id })).toEqual({
    sums: [
      { currency: 'SEK', orders: 3, paid: 12_000n, refunded: 3000n, refunds: 1, owed: 0n },
      { currency: 'EUR', orders: 1, paid: 2000n, refunded: 0n, refunds: 0, owed: 0n },
    ],
    failures: none,
    lostToDisputes: [],
  })
  expect(await accounts.figures({ id: all })).toEqual({ sums: [], failures: none, lostToDisputes: [] })
})
