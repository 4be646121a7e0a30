import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { account, emailChange, mail } from '@/db/schema'
import { call } from '@/test/call'
import { racedBy } from '@/test/race'
import { type TestMerchant, testWorld } from '@/test/world'
import { withdrawEmailChange } from '../account/withdraw-email-change'
import { days, hours, minutes } from '../core/clock'
import type { Context } from '../core/context'
import { open } from '../core/crypto'
import { createLink } from '../link/create-link'
import { findLink } from '../link/find-link'
import { requestLinks } from '../link/request-links'
import { useLink } from '../link/use-link'
import { mailsAnHour } from '../mail/limit'
import { secretOf } from '../mail/write-mails'
import type { Account } from '../model/account'
import { readAccount } from '../store/accounts'
import { confirmEmail, findEmailChange, requestEmailChange, waitingEmail } from './email-change'

const world = testWorld()

let shop: TestMerchant
let context: Context

beforeEach(async () => {
  shop = await world.newMerchant()
  context = shop.context
})

async function newAccount(): Promise<string> {
  const body = { customer: { name: 'Jane', email: 'jane@example.com' }, method: [] }
  return (await call<Account>(shop.privateKey, 'POST', '/account', body)).body.id
}

describe('a new e-mail address', () => {
  const emailOf = async (id: string) => (await readAccount(context, id)).customer?.email
  const mailsOf = (id: string) =>
    context.db
      .select()
      .from(mail)
      .where(and(eq(mail.merchantId, shop.merchant), eq(mail.accountId, id)))
  /** Returns the key in the newest mail. */
  const keyFor = async (id: string, to: string) => {
    const sent = (await mailsOf(id)).filter((each) => each.to === to && each.template === 'email-confirm')
    const [row] = sent.slice(-1)
    return (row?.sealed && open(row.sealed, secretOf(row)).split('/account/email/')[1]) || ''
  }

  test('takes effect once it is confirmed, and the old address is notified', async () => {
    const [id, other] = [await newAccount(), await newAccount()]
    const link = await createLink(context, { accountId: id })
    expect(await requestEmailChange(context, { accountId: id, email: 'new@example.com' })).toBe(true)
    expect(await emailOf(id)).toBe('jane@example.com')
    expect(await waitingEmail(context, id)).toBe('new@example.com')
    const key = await keyFor(id, 'new@example.com')
    for (let look = 0; look < 3; look++)
      expect(await findEmailChange(world.runtime, key)).toMatchObject({ state: 'waiting' })
    const confirmed = await Promise.all(Array.from({ length: 9 }, () => confirmEmail(world.runtime, key)))
    // Each press of the button reports what is true by then.
    expect(confirmed.filter((merchant) => merchant)).toHaveLength(9)
    expect(await emailOf(id)).toBe('new@example.com')
    expect(await emailOf(other)).toBe('jane@example.com')
    expect(await waitingEmail(context, id)).toBeUndefined()
    const notices = (await mailsOf(id)).filter(({ template }) => template === 'email-changed')
    expect(notices.map(({ to }) => to)).toEqual(['jane@example.com'])
    expect(JSON.stringify(notices)).not.toContain('new@')
    expect(await findLink(world.runtime, link.key)).toMatchObject({ state: 'unknown' })
  })

  test('that takes effect while a link to the old one is being used keeps the reader of that out', async () => {
    const id = await newAccount()
    const { key } = await createLink(context, { accountId: id })
    const isIt = and(eq(account.merchantId, shop.merchant), eq(account.id, id))
    const customer = { email: 'new@example.com' }
    // By another process, which does not take turns with this one.
    const db = racedBy(context.db, () => context.db.update(account).set({ customer }).where(isIt))
    expect(await useLink({ ...world.runtime, db }, key)).toBeUndefined()
  })

  test('that differs only in capitals is the same mailbox, which is not notified', async () => {
    const id = await newAccount()
    await requestEmailChange(context, { accountId: id, email: 'Jane@example.com' })
    await confirmEmail(world.runtime, await keyFor(id, 'Jane@example.com'))
    expect(await emailOf(id)).toBe('Jane@example.com')
    expect((await mailsOf(id)).map(({ template }) => template)).toEqual(['email-confirm'])
  })

  test('its key is not stored', async () => {
    const id = await newAccount()
    await requestEmailChange(context, { accountId: id, email: 'new@example.com' })
    const key = await keyFor(id, 'new@example.com')
    const rows = await context.db.execute(
      sql`select e::text from email_change e union all select m::text from mail m`,
    )
    expect(JSON.stringify(rows)).not.toContain(key.split('.')[2])
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['withdrawn', (id) => withdrawEmailChange(context, id)],
    [
      'followed by another',
      (id) => requestEmailChange(context, { accountId: id, email: 'third@example.com' }),
    ],
    ['3 days old', async () => world.clock.advance(days(3))],
  ])('confirms nothing once it is %s', async (_, end) => {
    const id = await newAccount()
    await requestEmailChange(context, { accountId: id, email: 'new@example.com' })
    const key = await keyFor(id, 'new@example.com')
    await end(id)
    expect(await waitingEmail(context, id)).not.toBe('new@example.com')
    expect(await findEmailChange(world.runtime, key)).toMatchObject({ state: 'gone' })
    expect(await confirmEmail(world.runtime, key)).toBeUndefined()
    expect(await emailOf(id)).toBe('jane@example.com')
  })

  test('is discarded when the merchant sets an address meanwhile', async () => {
    const id = await newAccount()
    await requestEmailChange(context, { accountId: id, email: 'mallory@example.com' })
    const key = await keyFor(id, 'mallory@example.com')
    const customer = { name: 'Jane', email: 'jane.doe@example.com' }
    await call(shop.privateKey, 'PUT', `/account/${id}/customer`, customer)
    expect(await confirmEmail(world.runtime, key)).toBeUndefined()
    expect(await emailOf(id)).toBe('jane.doe@example.com')
  })

  test("that is another customer's cannot use up the login links to it", async () => {
    await newAccount()
    const mallory = await newAccount()
    const ask = () => requestEmailChange(context, { accountId: mallory, email: 'victim@example.com' })
    const body = { customer: { email: 'victim@example.com' }, method: [] }
    const victim = (await call<Account>(shop.privateKey, 'POST', '/account', body)).body.id
    for (let each = 0; each < mailsAnHour; each++) {
      await ask()
      await withdrawEmailChange(context, mallory)
    }
    const email = 'victim@example.com'
    await requestLinks(world.runtime, { email, merchantId: shop.merchant, source: '192.0.2.7' })
    expect((await mailsOf(victim)).map(({ template }) => template)).toEqual(['login-link'])
  })

  test('a forged key, or a signature made for another use, confirms nothing', async () => {
    const id = await newAccount()
    await requestEmailChange(context, { accountId: id, email: 'new@example.com' })
    const key = await keyFor(id, 'new@example.com')
    const link = await createLink(context, { accountId: id })
    for (const forged of ['', 'x', key.slice(0, -2), `${key.slice(0, -43)}${'A'.repeat(43)}`, link.key])
      expect(await confirmEmail(world.runtime, forged)).toBeUndefined()
    expect(await findLink(world.runtime, key)).toMatchObject({ state: 'unknown' })
  })

  test('is mailed once however often the form is sent, and again a minute later', async () => {
    const id = await newAccount()
    const ask = () => requestEmailChange(context, { accountId: id, email: 'new@example.com' })
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([true, true, true])
    const key = await keyFor(id, 'new@example.com')
    expect(await mailsOf(id)).toHaveLength(1)
    world.clock.advance(minutes(1))
    expect(await ask()).toBe(true)
    expect(await mailsOf(id)).toHaveLength(2)
    expect(await confirmEmail(world.runtime, key)).toBeUndefined()
    expect(await confirmEmail(world.runtime, await keyFor(id, 'new@example.com'))).toBeDefined()
    // A request after the first one has ended is a new one.
    expect(await ask()).toBe(true)
    expect((await mailsOf(id)).filter(({ template }) => template === 'email-confirm')).toHaveLength(3)
  })

  test('is mailed 5 times an hour to the same address, over all accounts', async () => {
    const spellings = ['victim@example.com', 'Victim@Example.com']
    const ask = async (_?: unknown, place = 0) =>
      requestEmailChange(context, { accountId: await newAccount(), email: spellings[place % 2] ?? '' })
    const responses = await Promise.all(Array.from({ length: 8 }, ask))
    expect(responses.filter(Boolean)).toHaveLength(5)
    world.clock.advance(hours(1.1))
    expect(await ask()).toBe(true)
  })

  test('can be requested 5 times an hour', async () => {
    const id = await newAccount()
    const ask = (index: number) =>
      requestEmailChange(context, { accountId: id, email: `new${index}@example.com` })
    const responses = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(index)))
    expect(responses.filter(Boolean)).toHaveLength(5)
    world.clock.advance(hours(1.1))
    expect(await ask(9)).toBe(true)
  })

  test('can be requested once a clock that was ahead is right', async () => {
    const id = await newAccount()
    const ask = (index: number) =>
      requestEmailChange(context, { accountId: id, email: `early${index}@example.com` })
    world.clock.advance(hours(30))
    for (let index = 0; index < 5; index++) await ask(index)
    expect(await ask(5)).toBe(false)
    world.clock.advance(-hours(30))
    expect([await ask(4), await ask(5)]).toEqual([true, true])
    expect(await waitingEmail(context, id)).toBe('early5@example.com')
  })
})

test('an e-mail change that ends at the moment it is confirmed changes nothing', async () => {
  const id = await newAccount()
  for (const end of ['withdrawn', 'expired']) {
    const to = `${end}@example.com`
    await requestEmailChange(context, { accountId: id, email: to })
    const [sent] = await context.db.select().from(mail).where(eq(mail.to, to))
    const key = (sent?.sealed && open(sent.sealed, secretOf(sent)).split('/account/email/')[1]) || ''
    const now = world.clock.now()
    const change = end === 'withdrawn' ? { ended: now } : { expires: now }
    const db = racedBy(context.db, () =>
      context.db.update(emailChange).set(change).where(eq(emailChange.email, to)),
    )
    expect(await confirmEmail({ ...world.runtime, db }, key)).toBeUndefined()
    expect((await readAccount(context, id)).customer?.email).toBe('jane@example.com')
  }
})
