import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSmtpServer } from '@/test/smtp-server'
import { smtpDeliver } from './smtp'

let server: Awaited<ReturnType<typeof startSmtpServer>>
let smtp: ReturnType<typeof smtpDeliver>

beforeEach(async () => {
  server = await startSmtpServer()
  smtp = smtpDeliver(server.url, 2000)
})

afterEach(async () => {
  smtp.close()
  await server.close()
})

const mail = {
  id: '0b9c1a52-3f0e-4c57-9c3e-1c0a6d1f1a11',
  from: '"Blåbär" <kassa@example.com>',
  to: 'jane@example.com',
  subject: 'Kvitto på 100,00 kr',
  html: '<p>Tack!</p>',
  text: 'Tack!',
  replyTo: 'help@example.com',
}

test('sends a mail, with its id in the Message-ID', async () => {
  expect(await smtp.deliver(mail)).toEqual({
    status: 'sent',
    reference: '<0b9c1a52-3f0e-4c57-9c3e-1c0a6d1f1a11@example.com>',
  })
  const [sent = ''] = server.messages
  expect(sent).toContain('Message-ID: <0b9c1a52-3f0e-4c57-9c3e-1c0a6d1f1a11@example.com>')
  expect(sent).toContain('Reply-To: help@example.com')
  expect(sent).toContain('To: jane@example.com')
  expect(sent).toContain('Content-Type: multipart/alternative')
})

test.each([
  ['RCPT', '550 No such mailbox', 'refused'],
  ['RCPT', '451 Try later', 'later'],
  ['.', '554 Looks like spam', 'refused'],
  ['.', '452 Out of storage', 'later'],
  // The operator can fix these.
  ['MAIL', '550 Unknown sender', 'later'],
  ['AUTH', '535 Wrong password', 'later'],
])('%s: %s', async (command, response, status) => {
  server.rejections.set(command, response)
  const delivery = await smtp.deliver(mail)
  expect(delivery).toMatchObject({ status, error: expect.stringContaining(response) })
  expect(await smtp.deliver(mail)).toMatchObject({ status: 'sent' })
})

test('an unusable address is refused, and an unavailable server is tried again', async () => {
  expect(await smtp.deliver({ ...mail, to: '' })).toMatchObject({ status: 'refused' })
  const away = smtpDeliver('smtp://127.0.0.1:1', 2000)
  expect(await away.deliver(mail)).toMatchObject({ status: 'later' })
  away.close()
})

test('a password is only sent over an encrypted connection, except to this machine', async () => {
  const { port } = new URL(server.url)
  const remote = smtpDeliver(`smtp://kassa:secret@127.0.0.1:${port}?requireTLS=true`, 2000)
  expect(await remote.deliver(mail)).toMatchObject({ status: 'later' })
  expect(server.messages).toEqual([])
  remote.close()
})

test('a server that stops responding does not hold a mail for long', async () => {
  server.rejections.set('STARTTLS', '220 begin')
  const { port } = new URL(server.url)
  const silent = smtpDeliver(`smtp://127.0.0.1:${port}?requireTLS=true`, 100)
  expect(await silent.deliver(mail)).toMatchObject({ status: 'later' })
  silent.close()
})
