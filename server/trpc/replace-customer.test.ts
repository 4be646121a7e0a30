import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mail } from '@/db/schema'
import { accountWith, call, visa } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { testWorld } from '@/test/world'
import type { Account } from '../model/account'

const world = testWorld()

async function shopWithSupport() {
  const shop = await world.newMerchant()
  return { shop, accounts: (await dashboardAs(world.runtime, shop.merchant, 'support')).account }
}

test('a customer who changed after the form was opened is not replaced', async () => {
  const { shop, accounts } = await shopWithSupport()
  const { id } = await accountWith(shop, visa)
  const opened = { name: 'Jane Doe', email: 'jane@example.com' }
  await accounts.replaceCustomer({ id, customer: opened, expected: null })
  const moved = { ...opened, address: { street: 'Storgatan 1', city: 'Malmö' } }
  await call(shop.privateKey, 'PUT', `/account/${id}/customer`, moved)
  const renamed = { ...opened, name: 'Jane Roe' }
  await expect(accounts.replaceCustomer({ id, customer: renamed, expected: opened })).rejects.toMatchObject({
    details: { status: 409, content: { description: expect.stringContaining('Someone else has changed') } },
  })
  const { customer: expected } = await accounts.get({ id })
  expect(expected).toEqual(moved)
  // The second time, the response to the first one was lost.
  for (let time = 0; time < 2; time++)
    await accounts.replaceCustomer({ id, customer: { ...moved, name: 'Jane Roe' }, expected })
  expect((await accounts.get({ id })).customer).toEqual({ ...moved, name: 'Jane Roe' })
})

test('a mistyped VAT number is refused, and one that is stored already stays', async () => {
  const { shop, accounts } = await shopWithSupport()
  const customer = { name: 'Café Athens', vatNumber: 'GR123456789' }
  const refused = {
    details: {
      status: 400,
      content: { property: 'customer.vatNumber', description: expect.stringContaining('EL123456789') },
    },
  }
  await expect(accounts.create({ customer, attempt: crypto.randomUUID() })).rejects.toMatchObject(refused)
  const { id } = (await call<Account>(shop.privateKey, 'POST', '/account', { customer, method: [] })).body
  const renamed = { ...customer, name: 'Café Athina' }
  await expect(accounts.replaceCustomer({ id, customer: renamed })).rejects.toMatchObject(refused)
  await accounts.replaceCustomer({ id, customer: renamed, expected: customer })
  expect((await accounts.get({ id })).customer).toEqual(renamed)
})

test('a login link is not sent to an address other than the confirmed one', async () => {
  const { accounts } = await shopWithSupport()
  const { id } = await accounts.create({
    customer: { name: 'Jane', email: 'jane@example.com' },
    attempt: crypto.randomUUID(),
  })
  const press = { id, attempt: crypto.randomUUID(), expected: 'Jane@example.com' }
  const sent = await accounts.sendLink(press)
  const customer = { name: 'Jane', email: 'eve@example.com' }
  await accounts.replaceCustomer({ id, customer })
  // The response to the first press was lost.
  expect(await accounts.sendLink(press)).toEqual(sent)
  await expect(accounts.sendLink({ ...press, attempt: crypto.randomUUID() })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await world.runtime.db.$count(mail, eq(mail.accountId, id))).toBe(1)
})
