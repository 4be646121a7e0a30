import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { account, mail, merchant } from '@/db/schema'
import { secretOf } from '@/server/mail/write-mails'
import { call } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { days, hours } from '../core/clock'
import { open } from '../core/crypto'
import type { Account } from '../model/account'
import { createLink } from './create-link'
import { renewLink, requestLinks, requestsAnHour } from './request-links'
import { useLink } from './use-link'

const world = testWorld()

let count = 0
let shop: TestMerchant
/** Used by no other test in this file. */
let email: string

beforeEach(async () => {
  shop = await world.newMerchant()
  email = `jane${++count}@example.com`
})

const newAccount = async (at: TestMerchant, address: string) =>
  (await call<Account>(at.privateKey, 'POST', '/account', { customer: { email: address }, method: [] })).body

const mails = (at: TestMerchant = shop) =>
  world.runtime.db.select().from(mail).where(eq(mail.merchantId, at.merchant))

const keyIn = async () => {
  const [sent] = await mails()
  if (!sent?.sealed) throw new Error('No mail was written')
  return open(sent.sealed, secretOf(sent)).split('/login/')[1] ?? ''
}

const request = (address = email, merchantId: string | undefined = shop.merchant, source = '192.0.2.1') =>
  requestLinks(world.runtime, { email: address, merchantId, source })

describe('links for an address', () => {
  test('go to each of its accounts, whatever the case, and let their customers in', async () => {
    const accounts = [await newAccount(shop, email), await newAccount(shop, email.toUpperCase())]
    await newAccount(shop, 'somebody.else@example.com')
    await request(email.replace('jane', 'Jane'))
    expect((await mails()).map(({ accountId }) => accountId).sort()).toEqual(
      accounts.map(({ id }) => id).sort(),
    )
    expect(await useLink(world.runtime, await keyIn())).toMatch(/^ak_test_/)
  })

  test('are at most 5, the newest accounts first', async () => {
    const ids: string[] = []
    for (let each = 0; each < 7; each++) {
      ids.push((await newAccount(shop, email)).id)
      world.clock.advance(1000)
    }
    await request()
    expect((await mails()).map(({ accountId }) => accountId).sort()).toEqual(ids.slice(2).sort())
  })

  test('are not sent to an unknown or invalid address', async () => {
    await newAccount(shop, email)
    for (const address of ['', 'jane', '%', 'x\0@example.com', `${email} `, 'nobody@example.com']) {
      await request(address)
    }
    await request(email, 'abcdefgh')
    expect(await mails()).toEqual([])
  })

  test('are of the requested merchant, or of any merchant if none is given', async () => {
    const other = await world.newMerchant()
    await newAccount(shop, email)
    await newAccount(other, email)
    await request()
    expect([(await mails()).length, (await mails(other)).length]).toEqual([1, 0])
    await requestLinks(world.runtime, { email })
    expect([(await mails()).length, (await mails(other)).length]).toEqual([2, 1])
  })

  test('are limited to 5 an hour for an address, from any source, ignoring case', async () => {
    const { id } = await newAccount(shop, email)
    const sources = Array.from({ length: 20 }, (_, n) => `192.0.2.${n}`)
    await Promise.all(
      sources.map((source, n) => request(n % 2 ? email : email.toUpperCase(), undefined, source)),
    )
    expect(await mails()).toHaveLength(5)
    world.clock.advance(hours(1))
    await request()
    expect(await mails()).toHaveLength(6)
    // None of them counts towards those that the merchant sends.
    const send = () => createLink(shop.context, { accountId: id })
    for (let each = 0; each < 5; each++) await send()
    expect(await mails()).toHaveLength(11)
    await expect(send()).rejects.toThrow('link.too-many-for-account')
  })

  test('are limited to 5 an hour for an address over all of its accounts', async () => {
    for (let each = 0; each < 4; each++) await newAccount(shop, email)
    await request(email, undefined, '192.0.2.7')
    await request(email, undefined, '192.0.2.8')
    expect(await mails()).toHaveLength(5)
  })

  test('cannot all be used up by one source address: the customer still gets one', async () => {
    await newAccount(shop, email)
    for (let each = 0; each < 10; each++)
      await request(each % 2 ? email : email.toUpperCase(), undefined, '192.0.2.66')
    expect(await mails()).toHaveLength(4)
    await request(email, undefined, '198.51.100.1')
    expect(await mails()).toHaveLength(5)
  })

  test('are limited per hour by source address, without affecting others', async () => {
    const addresses = Array.from({ length: requestsAnHour + 3 }, (_, n) => `many${n}.${email}`)
    for (const address of addresses) await newAccount(shop, address)
    for (const address of addresses) await request(address, undefined, '192.0.2.66')
    expect(await mails()).toHaveLength(20)
    await request(addresses.at(-1), undefined, '198.51.100.1')
    expect(await mails()).toHaveLength(21)
    world.clock.advance(hours(1))
    await request(addresses[0], undefined, '192.0.2.66')
    expect(await mails()).toHaveLength(22)
  })

  test('are not sent for an account that only a public key has created', async () => {
    const customer = { email }
    const { body } = await call<Account>(shop.publicKey, 'POST', '/account', { customer, method: [] })
    await request()
    expect(await mails()).toEqual([])
    await call(shop.privateKey, 'PUT', `/account/${body.id}/customer`, customer)
    await request()
    expect(await mails()).toHaveLength(1)
  })
})

describe('a new link replaces', () => {
  const renewed = async (key: string) => {
    const before = (await mails()).length
    await renewLink(world.runtime, { key })
    return (await mails()).length - before
  }
  let key: string

  beforeEach(async () => {
    const { id } = await newAccount(shop, email)
    key = (await createLink(shop.context, { accountId: id })).key
  })

  test('a used one', async () => {
    await useLink(world.runtime, key)
    expect(await renewed(key)).toBe(1)
  })

  test('an expired one', async () => {
    await world.runtime.db
      .update(merchant)
      .set({ clockAhead: days(3) })
      .where(eq(merchant.id, shop.merchant))
    expect(await renewed(key)).toBe(1)
  })

  test('neither a working nor an unknown one', async () => {
    expect(await renewed(key)).toBe(0)
    expect(await renewed(key.slice(0, -9))).toBe(0)
    expect(await renewed('x')).toBe(0)
  })

  test('and counts towards the 5 an hour', async () => {
    await useLink(world.runtime, key)
    for (let again = 0; again < 10; again++)
      await renewLink(world.runtime, { key, source: `192.0.2.${again}` })
    expect(await mails()).toHaveLength(5)
  })
})

test('a new link is not sent for an unconfirmed account', async () => {
  const { id } = await newAccount(shop, email)
  const { key } = await createLink(shop.context, { accountId: id })
  await useLink(world.runtime, key)
  await world.runtime.db.update(account).set({ confirmed: false }).where(eq(account.id, id))
  await renewLink(world.runtime, { key })
  expect(await mails()).toHaveLength(1)
})
