// @module-tag slow

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { mail } from '@/db/schema'
import { startMailService } from '@/test/mail-service'
import { mailSecret, mailWorld } from '@/test/mail-world'
import { maxAttempts } from './retry'

const mails = mailWorld()

const secondsUntil = (date: Date) => (date.getTime() - Date.now()) / 1000

const keys = () => mails.service.requests.map(({ headers }) => headers['idempotency-key'])

test('a mail is sent as the mail service expects it, and its secret is wiped', async () => {
  const read = await mails.write()
  await mails.send()
  const { id } = await read()
  expect(mails.service.requests).toEqual([
    {
      method: 'POST',
      path: '/emails',
      headers: expect.objectContaining({
        authorization: 'Bearer re_test',
        'idempotency-key': id,
        'content-type': 'application/json',
      }),
      body: {
        from: `"${mails.shop.row.name}" <kassa@example.com>`,
        to: 'jane@example.com',
        subject: `Your login link to ${mails.shop.row.name}`,
        html: expect.stringContaining(mailSecret),
        text: expect.stringContaining(mailSecret),
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
  await mails.makeDue()
  await mails.send()
  expect(mails.service.requests).toHaveLength(1)
})

const fault = { status: 500, body: { statusCode: 500, name: 'internal_server_error', message: 'Oops' } }

describe('temporary failures are retried', () => {
  test('after an error of the service, with a gap and the same key', async () => {
    const read = await mails.write()
    mails.service.next.push(fault)
    await mails.send()
    const waiting = await read()
    expect(waiting).toMatchObject({
      status: 'waiting',
      attempts: 1,
      error: '500 internal_server_error: Oops',
    })
    expect(waiting.sealed).not.toBeNull()
    expect(secondsUntil(waiting.nextAttempt)).toBeGreaterThan(0)
    expect(secondsUntil(waiting.nextAttempt)).toBeLessThan(13)
    await mails.send()
    expect(mails.service.requests).toHaveLength(1)
    await mails.makeDue()
    await mails.send()
    expect(await read()).toMatchObject({ status: 'sent', attempts: 2, error: null })
    expect(keys()).toEqual([waiting.id, waiting.id])
  })

  test.each([
    ['an error page from a proxy', { status: 502, body: '<html>Bad gateway</html>' }],
    ['an empty error', { status: 500, body: 'null' }],
    ['a response without an id', { status: 200, body: {} }],
    [
      'a key that is not valid yet',
      { status: 403, body: { statusCode: 403, name: 'invalid_api_key', message: 'x' } },
    ],
    [
      'a request still running',
      { status: 409, body: { statusCode: 409, name: 'concurrent_idempotent_requests', message: 'x' } },
    ],
  ])('after %s', async (_, response) => {
    const read = await mails.write()
    mails.service.next.push(response)
    await mails.send()
    expect(await read()).toMatchObject({ status: 'waiting', attempts: 1, error: expect.any(String) })
  })

  test('when the service cannot be reached', async () => {
    const read = await mails.write()
    const { url } = mails.service
    await mails.service.close()
    await mails.send(url)
    expect(await read()).toMatchObject({
      status: 'waiting',
      attempts: 1,
      error: expect.stringContaining('Unable to fetch'),
    })
    mails.service = await startMailService()
  })

  test('when there is no response in time', async () => {
    const read = await mails.write()
    mails.service.next.push({ status: 200, body: { id: 'late' }, headers: { 'Content-Length': '1000' } })
    await mails.send(mails.service.url, 500)
    expect(await read()).toMatchObject({ status: 'waiting', attempts: 1 })
  })

  test('until the last attempt, and then no more', async () => {
    const read = await mails.write()
    await mails.world.runtime.db
      .update(mail)
      .set({ attempts: maxAttempts - 1 })
      .where(eq(mail.id, (await read()).id))
    mails.service.next.push(fault)
    await mails.send()
    expect(await read()).toMatchObject({ status: 'failed', attempts: maxAttempts, sealed: null })
  })
})

test('a permanent failure ends the mail immediately, with the reason', async () => {
  const read = await mails.write('jane@example')
  const message = 'Invalid `to` field.'
  mails.service.next.push({ status: 422, body: { statusCode: 422, name: 'validation_error', message } })
  await mails.send()
  expect(await read()).toMatchObject({
    status: 'failed',
    error: `422 validation_error: ${message}`,
    sealed: null,
  })
})

describe('rate limits of the mail service', () => {
  const tooMuch = (name: string) => ({
    status: 429,
    body: { statusCode: 429, name, message: 'Too many requests' },
    headers: { 'retry-after': '42' },
  })

  test('pause sending for as long as the service says, and do not count against the mail', async () => {
    const read = await mails.write()
    mails.service.next.push(tooMuch('rate_limit_exceeded'))
    expect(await mails.send()).toBe(42_000)
    const { nextAttempt, ...row } = await read()
    expect(row).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(secondsUntil(nextAttempt)).toBeGreaterThan(20)
    expect(secondsUntil(nextAttempt)).toBeLessThan(43)
  })

  test.each(['soon', 'Wed, 21 Oct 2015 07:28:00 GMT'])(
    'pause sending for a second if told %j',
    async (given) => {
      const read = await mails.write()
      mails.service.next.push({ ...tooMuch('rate_limit_exceeded'), headers: { 'retry-after': given } })
      expect(await mails.send()).toBe(1000)
      expect(await read()).toMatchObject({ status: 'waiting', attempts: 0 })
    },
  )

  test('a used-up quota counts as an attempt and delays nothing else', async () => {
    const read = await mails.write()
    mails.service.next.push(tooMuch('daily_quota_exceeded'))
    expect(await mails.send()).toBe(0)
    const { nextAttempt, ...row } = await read()
    expect(row).toMatchObject({ status: 'waiting', attempts: 1 })
    expect(secondsUntil(nextAttempt)).toBeGreaterThan(20)
  })
})

test('a mail that cannot be rendered waits and delays no other', async () => {
  const [broken, whole] = [await mails.write(), await mails.write()]
  await mails.world.runtime.db
    .update(mail)
    .set({ sealed: 'v1.not.a.secret' })
    .where(eq(mail.id, (await broken()).id))
  await mails.send()
  expect(await broken()).toMatchObject({ status: 'waiting', attempts: 1, error: expect.any(String) })
  expect(await whole()).toMatchObject({ status: 'sent' })
})
