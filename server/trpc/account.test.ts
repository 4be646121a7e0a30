import { expect, test } from 'vitest'
import { accountWith, visa } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { testWorld } from '@/test/world'

const world = testWorld()

async function shopWithAccounts() {
  const shop = await world.newMerchant()
  const session = await newMember(world.runtime, shop.merchant, 'support')
  return { shop, accounts: dashboard(world.runtime, session, shop.merchant).account }
}

test('an account is found, shown and changed', async () => {
  const { shop, accounts } = await shopWithAccounts()
  const { id } = await accountWith(shop, visa)
  const customer = { name: 'Jane Doe', email: 'jane@example.com', identityNumber: '556000-0000' }
  await accounts.replaceCustomer({ id, customer })
  expect(await accounts.list({ search: 'jane d' })).toMatchObject({
    accounts: [{ id, name: 'Jane Doe', email: 'jane@example.com', cards: 1, subscriptions: 0 }],
  })
  expect(await accounts.get({ id })).toMatchObject({ customer, cards: [{ scheme: 'visa', last4: '1111' }] })
})

test('a login link that is asked for twice by one press is sent once', async () => {
  const { shop, accounts } = await shopWithAccounts()
  const { id } = await accountWith(shop, visa)
  const attempt = crypto.randomUUID()
  await expect(accounts.sendLink({ id, attempt })).rejects.toMatchObject({
    told: { content: { property: 'customer.email' } },
  })
  await accounts.replaceCustomer({ id, customer: { email: 'jane@example.com' } })
  const [once, twice] = [await accounts.sendLink({ id, attempt }), await accounts.sendLink({ id, attempt })]
  expect(once).toMatchObject({ contact: 'jane@example.com', url: expect.stringContaining('/login/') })
  expect(twice).toEqual(once)
})

test('accounts of another merchant are not there', async () => {
  const { accounts } = await shopWithAccounts()
  const { id } = await accountWith(await world.newMerchant(), visa)
  expect((await accounts.list({})).accounts).toEqual([])
  for (const act of [
    () => accounts.get({ id }),
    () => accounts.replaceCustomer({ id, customer: {} }),
    () => accounts.sendLink({ id, attempt: crypto.randomUUID() }),
  ]) {
    await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})
