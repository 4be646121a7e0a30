// @module-tag slow

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mail } from '@/db/schema'
import { commandOn } from '@/test/command'
import { mailExamples } from '@/test/mails'
import { type TestMerchant, testWorld } from '@/test/world'
import { clockAt } from '../core/clock'
import type { NewMail } from '../model/mail'
import { findInOutbox, listOutbox } from './outbox'
import { writeMails } from './write-mails'

const world = testWorld()

async function write(shop: TestMerchant, to: string, days: number[]): Promise<void> {
  for (const day of days) {
    const context = { ...shop.context, clock: clockAt(new Date(Date.UTC(2031, 2, day))) }
    await writeMails(context, [
      { accountId: 'aKdRUwhpmEoXqTfB', to, template: 'refund', data: mailExamples.refund },
    ])
  }
}

const list = (to: string, after?: string) => listOutbox(world.runtime, { to, after, limit: 2 })
const daysOf = ({ mails }: Awaited<ReturnType<typeof list>>) =>
  mails.map(({ row }) => row.created.getUTCDate())

test('lists mails of all merchants newest first, page by page', async () => {
  const [one, other] = [await world.newMerchant(), await world.newMerchant()]
  await write(one, 'Paged@example.com', [1, 5, 3])
  await write(other, 'paged@EXAMPLE.com', [2, 4])
  const first = await list('paged@e')
  const second = await list('paged@e', first.next)
  const third = await list('paged@e', second.next)
  expect([first, second, third].map(daysOf)).toEqual([[5, 4], [3, 2], [1]])
  expect(third.next).toBeUndefined()
  expect(daysOf(await list('paged@e', 'no cursor'))).toEqual([5, 4])
  expect(daysOf(await list('100%@e'))).toEqual([])
})

test('finds a mail only by its merchant and id', async () => {
  const [shop, stranger] = [await world.newMerchant(), await world.newMerchant()]
  await write(shop, 'found@example.com', [1])
  const [only] = (await list('found@')).mails
  const id = only?.row.id ?? ''
  const found = await findInOutbox(world.runtime, { merchantId: shop.merchant, id })
  expect(found?.rendered?.subject).toContain(`Refund from ${shop.row.name}`)
  expect(await findInOutbox(world.runtime, { merchantId: stranger.merchant, id })).toBeUndefined()
  expect(await findInOutbox(world.runtime, { merchantId: shop.merchant, id: "x' or 1=1" })).toBeUndefined()
})

test('lists a mail that cannot be rendered', async () => {
  const shop = await world.newMerchant()
  await write(shop, 'broken@example.com', [1, 2])
  const [newest] = (await list('broken@')).mails
  await world.runtime.db
    .update(mail)
    .set({ sealed: 'no secret' })
    .where(eq(mail.id, newest?.row.id ?? ''))
  expect((await list('broken@')).mails.map(({ rendered }) => rendered !== undefined)).toEqual([false, true])
})

test("only the operator's command shows mail to dashboard users and mail of live merchants", async () => {
  const [shop, live] = [await world.newMerchant(), await world.newMerchant('live')]
  const to = 'hidden@example.com'
  const links = ['password-reset', 'invitation', 'security-notice'] as const
  await writeMails(
    shop.context,
    links.map((template) => ({ accountId: '', to, template, data: mailExamples[template] }) as NewMail),
  )
  await write(live, to, [1])
  const all = await listOutbox(world.runtime, { to, limit: 10, all: true })
  expect(all.mails.map(({ row }) => row.template).sort()).toEqual([...links, 'refund'].sort())
  expect((await listOutbox(world.runtime, { to, limit: 10 })).mails).toEqual([])
  for (const { row } of all.mails)
    expect(await findInOutbox(world.runtime, { merchantId: row.merchantId, id: row.id })).toBeUndefined()
})

test("the operator's command prints a mail with its link", async () => {
  const outbox = commandOn(world, 'server/cli/outbox.ts')
  const shop = await world.newMerchant()
  const secret = 'http://kassa.test/signin/reset/the-key'
  const data = mailExamples['password-reset']
  await writeMails(shop.context, [
    { accountId: '', to: 'operator@example.com', template: 'password-reset', data, secret } as NewMail,
  ])
  expect((await outbox('--to', 'operator@')).stdout).toContain(secret)
  expect((await outbox('--to', 'nobody@')).stdout).toBe('No mail.\n')
  expect(await outbox('--limit', 'x')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--limit must be'),
  })
})

test('a mail with a `once` key is written once, however many processes write it', async () => {
  const shop = await world.newMerchant()
  const reminder: NewMail = {
    ...{ accountId: 'aKdRUwhpmEoXqTfB', to: 'once@example.com', once: 'expires:card' },
    ...{ template: 'card-expiring', data: mailExamples['card-expiring'] },
  }
  for (let times = 0; times < 2; times++) await writeMails(shop.context, [reminder])
  expect((await list('once@example.com')).mails).toHaveLength(1)
})
