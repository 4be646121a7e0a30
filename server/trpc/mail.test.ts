import { createHmac } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { mail, order } from '@/db/schema'
import { accountWith, call, visa } from '@/test/call'
import { aSecondAgo } from '@/test/mail-world'
import { mailExamples } from '@/test/mails'
import { type dashboard, dashboardAs } from '@/test/members'
import { type TestMerchant, testWorld } from '@/test/world'
import { open } from '../core/crypto'
import { findPaymentLink } from '../link/payment-link'
import { receiveReport } from '../mail/delivery-reports'
import { captureMails } from '../mail/queue'
import { secretOf, writeMails } from '../mail/write-mails'
import type { MailTemplate, NewMail } from '../model/mail'

const world = testWorld()

let shop: TestMerchant
let mails: ReturnType<typeof dashboard>['mail']

beforeAll(async () => {
  shop = await world.newMerchant()
  mails = (await dashboardAs(world.runtime, shop.merchant, 'admin')).mail
})

/** A press of the button that resends a mail. */
const press = (id: string) => ({ id, attempt: crypto.randomUUID() })

const write = async (template: 'receipt' | 'login-link' = 'receipt') => {
  const { id: accountId } = await accountWith(shop)
  const about = { accountId, to: 'jane@example.com' }
  await writeMails(shop.context, [
    template === 'receipt'
      ? { ...about, template, data: mailExamples.receipt }
      : { ...about, template, data: mailExamples['login-link'], secret: 'http://kassa.test/login/abc.def' },
  ])
  await world.runtime.db.update(mail).set({ nextAttempt: aSecondAgo }).where(eq(mail.accountId, accountId))
  const { rows } = await mails.list({ account: accountId })
  const id = rows[0]?.id ?? ''
  const read = async () => (await mails.list({ account: accountId })).rows
  return { id, accountId, read }
}

describe('the mail log', () => {
  test('shows mail of an account and of an order, and what the customer saw', async () => {
    const { id, accountId, read } = await write()
    expect(await read()).toMatchObject([
      { id, template: 'receipt', to: 'jane@example.com', status: 'waiting' },
    ])
    const { order } = mailExamples.receipt
    expect((await mails.list({ order })).rows.map((row) => row.id)).toContain(id)
    expect((await mails.list({ account: 'another' })).rows).toEqual([])
    const { rendered, isResendable, row } = await mails.get({ id })
    expect(rendered.html).toContain('<html')
    expect([isResendable, row.accountId, row.orderId]).toEqual([true, accountId, order])
  })

  test('is filtered by the outcome of a mail, its kind, its recipient and its date', async () => {
    const own = await world.newMerchant()
    const { mail: log } = await dashboardAs(world.runtime, own.merchant, 'viewer')
    const { id: accountId } = await accountWith(own)
    const templates = ['receipt', 'login-link', 'refund', 'payment-failed', 'card-expiring'] as const
    for (const template of templates) {
      const data = mailExamples[template]
      await writeMails(own.context, [{ accountId, to: `${template}@Example.com`, template, data } as NewMail])
    }
    const become = (template: MailTemplate, set: Partial<typeof mail.$inferInsert>) =>
      world.runtime.db
        .update(mail)
        .set(set)
        .where(and(eq(mail.merchantId, own.merchant), eq(mail.template, template)))
    await become('receipt', { status: 'failed' })
    await become('login-link', { status: 'sent', delivery: 'bounced' })
    await become('refund', { status: 'sent', delivery: 'complained' })
    await become('payment-failed', { status: 'sent', delivery: 'delivered', created: new Date('2026-01-02') })
    const found = async (query: Parameters<typeof log.list>[0]) =>
      (await log.list(query)).rows.map(({ template }) => template).sort()
    expect(await found({})).toEqual([...templates].sort())
    expect(await found({ state: 'failed' })).toEqual(['login-link', 'receipt'])
    expect(await found({ state: 'complained' })).toEqual(['refund'])
    expect(await found({ state: 'sent' })).toEqual(['payment-failed'])
    expect(await found({ state: 'waiting' })).toEqual(['card-expiring'])
    expect(await found({ template: 'refund' })).toEqual(['refund'])
    expect(await found({ to: 'refund@example.com' })).toEqual(['refund'])
    expect(await found({ start: '2026-01-02', end: '2026-01-02' })).toEqual(['payment-failed'])
  })

  test('another merchant cannot read or send a mail', async () => {
    const { id } = await write()
    const other = await world.newMerchant()
    const { mail: theirs } = await dashboardAs(world.runtime, other.merchant, 'owner')
    await expect(theirs.get({ id })).rejects.toThrow('no such mail')
    await expect(theirs.resend(press(id))).rejects.toThrow('no such mail')
    await expect(mails.get({ id: 'nope' })).rejects.toThrow('no such mail')
  })

  test('has no mail to members, not even by its id', async () => {
    const to = 'member@example.com'
    const data = mailExamples.invitation
    await writeMails(shop.context, [{ accountId: '', to, template: 'invitation', data }])
    const [row] = await world.runtime.db.select().from(mail).where(eq(mail.to, to))
    await expect(mails.get({ id: row?.id ?? '' })).rejects.toThrow('no such mail')
    await expect(mails.resend(press(row?.id ?? ''))).rejects.toThrow('no such mail')
  })

  test('a mail is sent again to the current address', async () => {
    const { id, accountId, read } = await write()
    expect(await mails.resend(press(id))).toBe('jane@example.com')
    const { account } = await dashboardAs(world.runtime, shop.merchant, 'support')
    await account.replaceCustomer({ id: accountId, customer: { email: 'new@example.com' } })
    expect(await mails.resend(press(id))).toBe('new@example.com')
    expect((await read()).map(({ to, status }) => [to, status])).toEqual([
      ['new@example.com', 'waiting'],
      ['jane@example.com', 'waiting'],
      ['jane@example.com', 'waiting'],
    ])
  })

  test('the notice that an address was removed is sent again to that address only', async () => {
    const { id: accountId } = await accountWith(shop)
    const customer = { email: 'new@example.com' }
    await call(shop.privateKey, 'PUT', `/account/${accountId}/customer`, customer)
    const data = mailExamples['email-changed']
    await writeMails(shop.context, [{ accountId, to: 'jane@example.com', template: 'email-changed', data }])
    const { rows } = await mails.list({ account: accountId })
    expect(await mails.resend(press(rows[0]?.id ?? ''))).toBe('jane@example.com')
  })

  test('a mail that is sent again without a response, or twice at the same time, is sent once', async () => {
    const { id, read } = await write()
    const pressed = press(id)
    const both = () => Promise.all([mails.resend(pressed), mails.resend(pressed)])
    expect([...(await both()), ...(await both())]).toEqual(Array(4).fill('jane@example.com'))
    expect(await read()).toHaveLength(2)
  })

  test('a login link is neither shown nor sent again', async () => {
    const { id } = await write('login-link')
    const { rendered, isResendable, row } = await mails.get({ id })
    expect(isResendable).toBe(false)
    expect(row).not.toHaveProperty('sealed')
    expect(rendered.html + rendered.text).not.toContain('abc.def')
    await expect(mails.resend(press(id))).rejects.toThrow('Send a new link')
  })

  test('mail that was stored without a mail service can be sent later, except login links', async () => {
    const receipt = await write()
    const link = await write('login-link')
    await captureMails(world.runtime.db, 1000)
    const { count, isMore } = await mails.captured()
    expect(count).toBeGreaterThan(0)
    expect(isMore).toBe(false)
    expect(await mails.sendCaptured()).toBe(count)
    expect((await receipt.read())[0]?.status).toBe('waiting')
    expect((await link.read())[0]?.status).toBe('captured')
    expect(await mails.captured()).toEqual({ count: 0, isMore: false })
  })
})

describe('reports of the mail service', () => {
  const secret = `whsec_${Buffer.from('a secret that signs reports').toString('base64')}`

  /** Sends a report as Resend signs it. */
  function report(
    type: string,
    reference: string,
    { age = 0, data = {}, signedWith = secret }: { age?: number; data?: object; signedWith?: string } = {},
  ) {
    const created_at = new Date(Date.now() - age * 1000).toISOString()
    const raw = Buffer.from(JSON.stringify({ type, created_at, data: { email_id: reference, ...data } }))
    const [id, timestamp] = [crypto.randomUUID(), String(Math.floor(Date.now() / 1000))]
    const key = Buffer.from(signedWith.replace('whsec_', ''), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${raw}`).digest('base64')
    const headers = new Headers({
      'svix-id': id,
      'svix-timestamp': timestamp,
      'svix-signature': `v1,${signature}`,
    })
    return receiveReport(world.runtime, { secret, raw, header: (name) => headers.get(name) })
  }

  const sent = async () => {
    const written = await write()
    const reference = crypto.randomUUID()
    await world.runtime.db.update(mail).set({ status: 'sent', reference }).where(eq(mail.id, written.id))
    return { reference, read: async () => (await written.read())[0] }
  }

  test.each([
    ['email.delivered', 'delivered'],
    ['email.delivery_delayed', 'delayed'],
    ['email.bounced', 'bounced'],
    ['email.suppressed', 'bounced'],
    ['email.complained', 'complained'],
    ['email.opened', null],
  ])('%s: %s', async (type, delivery) => {
    const { reference, read } = await sent()
    const data = type === 'email.bounced' ? { bounce: { message: 'The mailbox does not exist.' } } : {}
    expect(await report(type, reference, { data })).toBe('received')
    const error = type === 'email.bounced' ? 'The mailbox does not exist.' : null
    expect(await read()).toMatchObject({ delivery, error })
  })

  test('the strongest counts, in any order and if repeated', async () => {
    const { reference, read } = await sent()
    for (const type of ['email.bounced', 'email.delivered', 'email.delivery_delayed', 'email.bounced'])
      expect(await report(type, reference)).toBe('received')
    expect((await read())?.delivery).toBe('bounced')
  })

  test('one that overtakes the record of its mail is requested again; one about other mail is not', async () => {
    expect(await report('email.delivered', crypto.randomUUID())).toBe('unknown mail')
    expect(await report('email.delivered', crypto.randomUUID(), { age: 600 })).toBe('received')
  })

  test('a wrong signature changes nothing', async () => {
    const { reference, read } = await sent()
    const signedWith = `whsec_${Buffer.from('another secret').toString('base64')}`
    expect(await report('email.bounced', reference, { signedWith })).toBe('invalid')
    expect((await read())?.delivery).toBeNull()
  })
})

test('mail about a failed payment is sent again with a new link, until the payment is made', async () => {
  const { db } = world.runtime
  const { id: accountId } = await accountWith(shop, visa)
  const { body } = await call<{ id: string }>(shop.privateKey, 'POST', '/order', {
    items: 100,
    currency: 'SEK',
    payment: { type: 'account', account: accountId },
  })
  const about = { accountId, to: 'jane@example.com', secret: 'http://kassa.test/pay/old' }
  const data = { ...mailExamples['payment-failed'], order: body.id }
  await writeMails(shop.context, [{ ...about, template: 'payment-failed', data }])
  const [first] = (await mails.list({ order: body.id })).rows
  const id = first?.id ?? ''
  await db.update(mail).set({ status: 'captured' }).where(eq(mail.id, id))
  expect(await mails.captured()).toMatchObject({ count: 0 })
  expect(await mails.sendCaptured()).toBe(0)
  await expect(mails.resend(press(id))).rejects.toThrow('has been made or cancelled')
  const unpaid = { ordered: 0n, pending: 10_000n, retryOn: '2027-01-02' }
  await db.update(order).set(unpaid).where(eq(order.id, body.id))
  expect(await mails.sendCaptured()).toBe(1)
  await expect(mails.resend(press(id))).rejects.toMatchObject({ cause: { code: 'link.no-address' } })
  await call(shop.privateKey, 'PUT', `/account/${accountId}/customer`, { email: 'jane@example.com' })
  await mails.resend(press(id))
  const [row] = await db
    .select()
    .from(mail)
    .where(and(eq(mail.accountId, accountId), ne(mail.id, id), eq(mail.template, 'payment-failed')))
  expect(row?.data).toMatchObject({ nextTry: '2027-01-02' })
  const link = open(row?.sealed ?? '', secretOf({ merchantId: shop.merchant, id: row?.id ?? '' }))
  expect(await findPaymentLink(world.runtime, link.split('/').at(-1) ?? '')).toMatchObject({
    state: 'open',
    orderId: body.id,
    contact: 'jane@example.com',
  })
  await db.update(order).set({ pending: 0n, denied: 10_000n, retryOn: null }).where(eq(order.id, body.id))
  await mails.resend(press(id))
  const [givenUp] = await db
    .select()
    .from(mail)
    .where(and(eq(mail.accountId, accountId), eq(mail.template, 'payment-given-up')))
  expect(givenUp?.data).toMatchObject({ paused: false })
  // With a new card, it is tried again after all.
  await db.update(order).set({ retryOn: '2027-01-03' }).where(eq(order.id, body.id))
  await mails.resend(press(givenUp?.id ?? ''))
  const isTried = sql`${mail.data} ->> 'nextTry' = '2027-01-03'`
  expect(await db.select().from(mail).where(isTried)).toMatchObject([{ template: 'payment-failed' }])
})
