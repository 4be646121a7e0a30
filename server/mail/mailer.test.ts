import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mail } from '@/db/schema'
import { compiled } from '@/test/compile'
import { type MailService, startMailService } from '@/test/mail-service'
import { mailExamples } from '@/test/mails'
import { type TestMerchant, testWorld } from '@/test/world'
import { resendDeliver } from './deliver'
import { type MailSettings, sendMails, startMailer } from './mailer'
import { mostAttempts } from './retry'
import { writeMails } from './write'

const world = testWorld()
const mailFrom = 'Kassa <kassa@example.com>'
let service: MailService
let shop: TestMerchant

beforeEach(async () => {
  service = await startMailService()
  shop = await world.newMerchant()
})
afterEach(async () => {
  await service.close()
  // What a test leaves waiting is not for the next.
  await world.runtime.db.update(mail).set({ status: 'failed' }).where(eq(mail.status, 'waiting'))
})

const secret = 'http://kassa.test/login/abc.def'

/** Writes a login link's mail; answers a reader of its row. */
async function write(to = 'jane@example.com') {
  const once = crypto.randomUUID()
  const data = mailExamples['login-link']
  await writeMails(shop.context, world.runtime.db, [
    { accountId: 'aKdRUwhpmEoXqTfB', to, template: 'login-link', data, secret, once },
  ])
  return async () => {
    const [row] = await world.runtime.db.select().from(mail).where(eq(mail.once, once))
    if (!row) throw new Error('The mail is not there')
    return row
  }
}

const send = (url = service.url) => sendMails(world.runtime, resendDeliver('re_test', url, 2000), mailFrom)

/** As if the gap, or the lease of a dead process, were over. */
const makeDue = () =>
  world.runtime.db
    .update(mail)
    .set({ nextAttempt: sql`now() - interval '1 second'` })
    .where(eq(mail.merchantId, shop.merchant))

const secondsUntil = (date: Date) => (date.getTime() - Date.now()) / 1000

const keys = () => service.requests.map(({ headers }) => headers['idempotency-key'])

test('a mail goes out as the mail service wants it, and its secret is forgotten', async () => {
  const read = await write()
  await send()
  const { id } = await read()
  expect(service.requests).toEqual([
    {
      method: 'POST',
      path: '/emails',
      headers: expect.objectContaining({
        authorization: 'Bearer re_test',
        'idempotency-key': id,
        'content-type': 'application/json',
      }),
      body: {
        from: `"${shop.row.name}" <kassa@example.com>`,
        to: 'jane@example.com',
        subject: `Your login link to ${shop.row.name}`,
        html: expect.stringContaining(secret),
        text: expect.stringContaining(secret),
      },
    },
  ])
  expect(await read()).toMatchObject({
    status: 'sent',
    attempts: 1,
    reference: 're_1',
    sealed: null,
    error: null,
    sent: expect.any(Date),
  })
  await makeDue()
  await send()
  expect(service.requests).toHaveLength(1)
})

const fault = { status: 500, body: { statusCode: 500, name: 'internal_server_error', message: 'Oops' } }

describe('what may get better is tried again', () => {
  test('after an error of the service, with a gap, by the same key', async () => {
    const read = await write()
    service.next.push(fault)
    await send()
    const waiting = await read()
    expect(waiting).toMatchObject({
      status: 'waiting',
      attempts: 1,
      error: '500 internal_server_error: Oops',
    })
    expect(waiting.sealed).not.toBeNull()
    expect(secondsUntil(waiting.nextAttempt)).toBeGreaterThan(8)
    expect(secondsUntil(waiting.nextAttempt)).toBeLessThan(13)
    await send()
    expect(service.requests).toHaveLength(1)
    await makeDue()
    await send()
    expect(await read()).toMatchObject({ status: 'sent', attempts: 2, error: null })
    expect(keys()).toEqual([waiting.id, waiting.id])
  })

  test.each([
    ['a page of a proxy', { status: 502, body: '<html>Bad gateway</html>' }],
    ['an empty error', { status: 500, body: 'null' }],
    ['an answer without an id', { status: 200, body: {} }],
    [
      'a key that is not valid yet',
      { status: 403, body: { statusCode: 403, name: 'invalid_api_key', message: 'x' } },
    ],
    [
      'a request still running',
      { status: 409, body: { statusCode: 409, name: 'concurrent_idempotent_requests', message: 'x' } },
    ],
  ])('after %s', async (_, answer) => {
    const read = await write()
    service.next.push(answer)
    await send()
    expect(await read()).toMatchObject({ status: 'waiting', attempts: 1, error: expect.any(String) })
  })

  test('when nobody is there', async () => {
    const read = await write()
    const { url } = service
    await service.close()
    await send(url)
    expect(await read()).toMatchObject({
      status: 'waiting',
      attempts: 1,
      error: expect.stringContaining('Unable to fetch'),
    })
    service = await startMailService()
  })

  test('when there is no answer in time', async () => {
    const read = await write()
    service.next.push({ status: 200, body: { id: 'late' }, headers: { 'Content-Length': '1000' } })
    await send()
    expect(await read()).toMatchObject({ status: 'waiting', attempts: 1 })
  })

  test('until the last attempt, and then no more', async () => {
    const read = await write()
    await world.runtime.db
      .update(mail)
      .set({ attempts: mostAttempts - 1 })
      .where(eq(mail.id, (await read()).id))
    service.next.push(fault)
    await send()
    expect(await read()).toMatchObject({ status: 'failed', attempts: mostAttempts, sealed: null })
  })
})

test('what cannot get better is given up at once, with its reason', async () => {
  const read = await write('jane@example')
  const message = 'Invalid `to` field.'
  service.next.push({ status: 422, body: { statusCode: 422, name: 'validation_error', message } })
  await send()
  expect(await read()).toMatchObject({
    status: 'failed',
    error: `422 validation_error: ${message}`,
    sealed: null,
  })
})

describe('when it is too much for the mail service', () => {
  const tooMuch = (name: string) => ({
    status: 429,
    body: { statusCode: 429, name, message: 'Too many requests' },
    headers: { 'retry-after': '42' },
  })

  test('it is left alone for as long as it says, and the mail is none the worse', async () => {
    const read = await write()
    service.next.push(tooMuch('rate_limit_exceeded'))
    expect(await send()).toBe(42_000)
    const { nextAttempt, ...row } = await read()
    expect(row).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(secondsUntil(nextAttempt)).toBeGreaterThan(40)
    expect(secondsUntil(nextAttempt)).toBeLessThan(43)
  })

  test('a quota that is used up counts as an attempt, and holds up nothing else', async () => {
    const read = await write()
    service.next.push(tooMuch('daily_quota_exceeded'))
    expect(await send()).toBe(0)
    const { nextAttempt, ...row } = await read()
    expect(row).toMatchObject({ status: 'waiting', attempts: 1 })
    expect(secondsUntil(nextAttempt)).toBeGreaterThan(40)
  })
})

describe('a process that dies between sending and recording', () => {
  let script: string
  beforeEach(async () => {
    script = await compiled('test/mail-child.ts')
  })

  async function dieWhileSending(): Promise<void> {
    const env = { ...process.env, DATABASE_URL: world.databaseUrl, BASE_URL: 'http://kassa.test' }
    const args = [script, world.databaseUrl, service.url]
    const child = spawn(process.execPath, args, { env, stdio: 'inherit' })
    service.next.push(() => void child.kill('SIGKILL'))
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')
  }

  test('leaves the mail to another, who sends it by the same key', async () => {
    const read = await write()
    await dieWhileSending()
    const left = await read()
    expect(left).toMatchObject({ status: 'waiting', attempts: 1 })
    // While its lease lasts the dead one may be alive.
    await send()
    expect(service.requests).toHaveLength(1)
    expect(secondsUntil(left.nextAttempt)).toBeLessThan(61)
    await makeDue()
    await send()
    expect(await read()).toMatchObject({ status: 'sent', attempts: 2 })
    expect(keys()).toEqual([left.id, left.id])
    expect(service.requests[1]?.body).toEqual(service.requests[0]?.body)
  })

  test('has sent it, even where it would be rendered otherwise by now', async () => {
    const read = await write()
    await dieWhileSending()
    await makeDue()
    service.next.push({
      status: 409,
      body: { statusCode: 409, name: 'invalid_idempotent_request', message: 'x' },
    })
    await send()
    expect(await read()).toMatchObject({ status: 'sent', reference: null, sealed: null })
  })
})

test('any number of processes send each mail once', async () => {
  const reads = await Promise.all(Array.from({ length: 12 }, () => write()))
  for (let round = 0; round < 3; round++) await Promise.all([send(), send(), send()])
  const rows = await Promise.all(reads.map((read) => read()))
  expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'sent'))
  expect(keys().toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
})

test('a mail that another process is taking is left to it', async () => {
  const [taken, free] = [await write(), await write()]
  const { id } = await taken()
  await world.runtime.db.transaction(async (tx) => {
    await tx.select().from(mail).where(eq(mail.id, id)).for('update')
    await send()
    expect(await free()).toMatchObject({ status: 'sent' })
  })
  expect(await taken()).toMatchObject({ status: 'waiting', attempts: 0 })
})

test('a mail that cannot be made waits, and holds up no other', async () => {
  const [broken, whole] = [await write(), await write()]
  await world.runtime.db
    .update(mail)
    .set({ sealed: 'v1.not.a.secret' })
    .where(eq(mail.id, (await broken()).id))
  await send()
  expect(await broken()).toMatchObject({ status: 'waiting', attempts: 1, error: expect.any(String) })
  expect(await whole()).toMatchObject({ status: 'sent' })
})

describe('the loop', () => {
  const settings: MailSettings = {
    resendApiKey: undefined,
    resendBaseUrl: undefined,
    mailFrom,
    embedded: true,
  }

  test('sends what is written while it runs, and ends what it has begun when it is stopped', async () => {
    const mailer = startMailer(world.runtime, {
      ...settings,
      resendApiKey: 're_loop',
      resendBaseUrl: service.url,
    })
    const read = await write()
    let answer = () => {}
    service.next.push(() => new Promise<void>((resolve) => (answer = resolve)))
    await expect.poll(() => service.requests.length, { timeout: 10_000 }).toBe(1)
    let isStopped = false
    const stopped = mailer.stop().then(() => (isStopped = true))
    await new Promise(setImmediate)
    expect(isStopped).toBe(false)
    answer()
    await stopped
    expect(await read()).toMatchObject({ status: 'sent', attempts: 1 })
    expect(service.requests[0]?.headers.authorization).toBe('Bearer re_loop')
  })

  test.each([
    ['on the embedded default, with its secret', true],
    ['elsewhere, without it', false],
  ])('keeps mail where there is no key: %s', async (_, embedded) => {
    const mailer = startMailer(world.runtime, { ...settings, embedded })
    const read = await write()
    await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe('captured')
    await mailer.stop()
    expect((await read()).sealed !== null).toBe(embedded)
    expect(await read()).toMatchObject({ attempts: 0, sent: null })
    expect(service.requests).toEqual([])
  })
})
