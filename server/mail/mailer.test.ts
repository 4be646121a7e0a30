// @module-tag slow

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { mail, order } from '@/db/schema'
import { accountWith, call, visa } from '@/test/call'
import { compiled } from '@/test/compile'
import { mailFrom, mailSecret, mailWorld } from '@/test/mail-world'
import { mailExamples } from '@/test/mails'
import { days, later } from '../core/clock'
import type { NewMail } from '../model/mail'
import { type MailSettings, startMailer } from './mailer'
import { hastenMails } from './queue'
import { render } from './render'
import { writeMails } from './write-mails'

const mails = mailWorld()

const secondsUntil = (date: Date) => (date.getTime() - Date.now()) / 1000

const keys = () => mails.service.requests.map(({ headers }) => headers['idempotency-key'])

describe('if a process dies between sending and recording', () => {
  const script = compiled('test/mail-child.ts')

  async function dieWhileSending(): Promise<void> {
    const env = { ...process.env, DATABASE_URL: mails.world.databaseUrl, BASE_URL: 'http://kassa.test' }
    const args = [script, mails.world.databaseUrl, mails.service.url]
    const child = spawn(process.execPath, args, { env, stdio: 'inherit' })
    mails.service.next.push(() => void child.kill('SIGKILL'))
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')
  }

  test('another one sends the mail by the same key', async () => {
    const read = await mails.write()
    await dieWhileSending()
    const left = await read()
    expect(left).toMatchObject({ status: 'waiting', attempts: 1 })
    // While its lease lasts, the dead process may still be alive.
    await mails.send()
    expect(mails.service.requests).toHaveLength(1)
    expect(secondsUntil(left.nextAttempt)).toBeLessThan(61)
    await mails.makeDue()
    await mails.send()
    expect(await read()).toMatchObject({ status: 'sent', attempts: 2 })
    expect(keys()).toEqual([left.id, left.id])
    expect(mails.service.requests[1]?.body).toEqual(mails.service.requests[0]?.body)
  })

  test('the mail counts as sent, even if it would be rendered differently by now', async () => {
    const read = await mails.write()
    await dieWhileSending()
    await mails.makeDue()
    mails.service.next.push({
      status: 409,
      body: { statusCode: 409, name: 'invalid_idempotent_request', message: 'x' },
    })
    await mails.send()
    expect(await read()).toMatchObject({ status: 'sent', reference: null, sealed: null })
  })
})

test('any number of processes send each mail once', async () => {
  const reads = await Promise.all(Array.from({ length: 12 }, () => mails.write()))
  for (let round = 0; round < 3; round++) await Promise.all([mails.send(), mails.send(), mails.send()])
  const rows = await Promise.all(reads.map((read) => read()))
  expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'sent'))
  expect(keys().toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
})

test("a login link does not wait behind a night's receipts", async () => {
  const { shop } = mails
  const receipt = { accountId: 'aKdRUwhpmEoXqTfB', to: 'jane@example.com', template: 'receipt' } as const
  await writeMails(
    shop.context,
    Array.from({ length: 30 }, () => ({ ...receipt, data: mailExamples.receipt })),
  )
  const read = await mails.write()
  await mails.send()
  expect(await read()).toMatchObject({ status: 'sent' })
})

test('a mail that another process has locked is skipped', async () => {
  const [taken, free] = [await mails.write(), await mails.write()]
  const { id } = await taken()
  await mails.world.runtime.db.transaction(async (tx) => {
    await tx.select().from(mail).where(eq(mail.id, id)).for('update')
    await mails.send()
    expect(await free()).toMatchObject({ status: 'sent' })
  })
  expect(await taken()).toMatchObject({ status: 'waiting', attempts: 0 })
})

test('mail that was written while the clock of PostgreSQL was ahead is made due, and mail that is retried is not', async () => {
  const { db } = mails.world.runtime
  const [untried, tried] = [await mails.write(), await mails.write()]
  await db.update(mail).set({ nextAttempt: later(new Date(), days(1)) })
  await db
    .update(mail)
    .set({ attempts: 1 })
    .where(eq(mail.id, (await tried()).id))
  await hastenMails(db)
  await mails.send()
  expect([(await untried()).status, (await tried()).status]).toEqual(['sent', 'waiting'])
})

test('mail about a failed payment is not sent once the payment has been made or cancelled', async () => {
  const { db } = mails.world.runtime
  const { id: account } = await accountWith(mails.shop, visa)
  const terms = { items: 100, currency: 'SEK', payment: { type: 'account', account } }
  const orders: string[] = []
  for (const unpaid of [
    { ordered: 0n, pending: 10_000n },
    { ordered: 0n, denied: 10_000n },
    {}, // The order is paid.
  ]) {
    const { body } = await call<{ id: string }>(mails.shop.privateKey, 'POST', '/order', terms)
    if (Object.keys(unpaid).length > 0) await db.update(order).set(unpaid).where(eq(order.id, body.id))
    orders.push(body.id)
  }
  const about = { accountId: account, to: 'jane@example.com', secret: 'http://kassa.test/pay/abc' }
  const written = orders.flatMap((id): NewMail[] => [
    { ...about, template: 'payment-failed', data: { ...mailExamples['payment-failed'], order: id } },
    { ...about, template: 'receipt', data: { ...mailExamples.receipt, order: id } },
  ])
  await writeMails(mails.shop.context, written)
  for (const _ of [1, 2, 3]) await mails.makeDue().then(() => mails.send())
  const rows = await db.select().from(mail).where(eq(mail.accountId, account))
  const statesOf = (template: string) =>
    orders.map((id) => rows.find((row) => row.orderId === id && row.template === template)?.status)
  expect(statesOf('payment-failed')).toEqual(['sent', 'sent', 'captured'])
  expect(statesOf('receipt')).toEqual(['sent', 'sent', 'sent'])
  expect(mails.service.requests).toHaveLength(5)
  expect(rows.find(({ status }) => status === 'captured')).toMatchObject({
    sealed: null,
    error: expect.stringContaining('made or cancelled before'),
  })
})

describe('the loop', () => {
  const settings: MailSettings = {
    resendApiKey: undefined,
    resendBaseUrl: undefined,
    smtpUrl: undefined,
    mailFrom,
    embedded: true,
  }

  test('sends mail written while it runs, and finishes what it has begun when it is stopped', async () => {
    const mailer = startMailer(mails.world.runtime, {
      ...settings,
      resendApiKey: 're_loop',
      resendBaseUrl: mails.service.url,
    })
    let finish = () => {}
    mails.service.next.push(() => new Promise<void>((resolve) => (finish = resolve)))
    const read = await mails.write()
    await expect.poll(() => mails.service.requests.length).toBe(1)
    let isStopped = false
    const stopped = mailer.stop().then(() => (isStopped = true))
    await new Promise(setImmediate)
    expect(isStopped).toBe(false)
    finish()
    await stopped
    expect(await read()).toMatchObject({ status: 'sent', attempts: 1 })
    expect(mails.service.requests[0]?.headers.authorization).toBe('Bearer re_loop')
  })

  test.each([
    ['embedded', true],
    ['external', false],
  ])('keeps mail and its secret if there is no mail service: %s database', async (_, embedded) => {
    const mailer = startMailer(mails.world.runtime, { ...settings, embedded })
    const read = await mails.write()
    await expect.poll(async () => (await read()).status).toBe('captured')
    await mailer.stop()
    const row = await read()
    expect(row).toMatchObject({ attempts: 0, sent: null })
    expect((await render(row, mails.shop.row, mails.world.runtime)).text).toContain(mailSecret)
    expect(mails.service.requests).toEqual([])
  })
})
