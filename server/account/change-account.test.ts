import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { apiKey, mail } from '@/db/schema'
import { call, type ErrorBody } from '@/test/call'
import { mailsTo } from '@/test/people-mail'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { hours } from '../core/clock'
import { openSession } from '../key/customer-sessions'
import { mailsAnHour } from '../mail/limit'
import type { Account, Customer } from '../model/account'

const world = testWorld()

let shop: TestMerchant
let count = 0

beforeAll(async () => {
  shop = await world.newMerchant()
})

/** An account with a customer, and keys for it: one that the merchant created, and one of a login link. */
async function newCustomer() {
  const email = `customer${++count}@example.com`
  const customer = { name: 'Jane', email }
  const { body } = await call<Account>(shop.privateKey, 'POST', '/account', { customer, method: [] })
  const created = await call<{ key: string }>(shop.privateKey, 'POST', `/account/${body.id}/key`)
  const session = await openSession(await contextNow(world, shop), body.id)
  const path = `/account/${body.id}/customer`
  const stored = async () =>
    (await call<Account>(shop.privateKey, 'GET', `/account/${body.id}`)).body.customer
  return { id: body.id, customer, email, key: created.body.key, session, path, stored }
}

const put = (key: string, customer: Customer, path = '/account/me/customer') =>
  call<Customer & ErrorBody>(key, 'PUT', path, customer)

test('notifies an address that an account key replaces or removes, without naming the new one', async () => {
  for (const next of [{ name: 'Jane', email: 'thief@example.com' }, { name: 'Jane' }]) {
    const { id, key, email, stored } = await newCustomer()
    expect(await put(key, next)).toMatchObject({ status: 200, body: next })
    expect(await stored()).toEqual(next)
    const notices = await mailsTo(world.runtime, email, 'email-changed')
    expect(notices).toMatchObject([{ accountId: id, data: { removed: true } }])
    expect(JSON.stringify(notices)).not.toContain('thief')
    // The same request sent again changes nothing.
    await put(key, next)
    expect(await mailsTo(world.runtime, email, 'email-changed')).toHaveLength(1)
  }
})

test('nobody is notified of a change by the merchant, or of the same address in capitals', async () => {
  const { id, key, path, email, customer } = await newCustomer()
  await put(key, { ...customer, email: email.toUpperCase(), name: 'Jane Doe' })
  await put(shop.privateKey, { ...customer, email: 'new@example.com' }, path)
  const sent = await world.runtime.db
    .select()
    .from(mail)
    .where(and(eq(mail.accountId, id), eq(mail.template, 'email-changed')))
  expect(sent).toEqual([])
})

test('a change by the merchant ends sessions, and those that had ended keep their time', async () => {
  const { id, path, email, session } = await newCustomer()
  const replace = async (next: string) => {
    await put(shop.privateKey, { email: next }, path)
    const isSession = and(eq(apiKey.accountId, id), eq(apiKey.name, 'Login link'))
    const [row] = await world.runtime.db.select().from(apiKey).where(isSession)
    return row?.revoked
  }
  const ended = await replace(`new.${email}`)
  expect(ended).toBeInstanceOf(Date)
  expect(await put(session, { name: 'Jane' })).toMatchObject({ status: 401 })
  world.clock.advance(hours(1))
  expect(await replace(email)).toEqual(ended)
})

test('a key from a login link changes everything but the address', async () => {
  const { session, customer, email, stored } = await newCustomer()
  const moved = { ...customer, name: 'Jane Doe', email: email.toUpperCase() }
  expect(await put(session, moved)).toMatchObject({ status: 200 })
  for (const next of [{ ...moved, email: 'thief@example.com' }, { name: 'Jane Doe' }]) {
    const { status, body } = await put(session, next)
    expect([status, body.type]).toEqual([403, 'forbidden'])
    expect(body.content.description).toContain('on the account page')
  }
  expect(await stored()).toEqual(moved)
  expect(await mailsTo(world.runtime, email, 'email-changed')).toEqual([])
})

test('a key from a login link adds no address to an account without one either', async () => {
  const { session, key, stored } = await newCustomer()
  await put(key, { name: 'Jane' })
  expect(await put(session, { name: 'Jane', email: 'thief@example.com' })).toMatchObject({ status: 403 })
  expect(await stored()).toEqual({ name: 'Jane' })
})

test('an address gets only so many notices an hour, and is not replaced without one', async () => {
  const { email } = await newCustomer()
  const customer = { name: 'Jane', email }
  const accounts = await Promise.all(Array.from({ length: mailsAnHour + 1 }, newCustomer))
  for (const { path } of accounts) await put(shop.privateKey, customer, path)
  const other = { ...customer, email: `other.${email}` }
  const statuses: number[] = []
  for (const { key } of accounts) statuses.push((await put(key, other)).status)
  expect(statuses).toEqual([...Array(mailsAnHour).fill(200), 429])
  const last = accounts.at(-1)
  expect(await last?.stored()).toEqual(customer)
  expect(await mailsTo(world.runtime, email, 'email-changed')).toHaveLength(mailsAnHour)
  world.clock.advance(hours(1))
  expect(await put(last?.key ?? '', other)).toMatchObject({ status: 200 })
})

test('an account key cannot write to any number of addresses, nor choose the name in the mail', async () => {
  const { key, path, customer } = await newCustomer()
  const addresses = Array.from({ length: mailsAnHour + 1 }, (_, n) => `n${n}.${customer.email}`)
  const statuses: number[] = []
  for (const email of addresses) statuses.push((await put(key, { name: 'WIN A PRIZE', email })).status)
  expect(statuses).toEqual([...Array(mailsAnHour).fill(200), 429])
  const sent = await mailsTo(world.runtime, addresses[0] ?? '', 'email-changed')
  expect(sent).toHaveLength(1)
  expect(JSON.stringify(sent)).not.toContain('PRIZE')
  // The merchant is not limited.
  expect((await put(shop.privateKey, customer, path)).status).toBe(200)
})
