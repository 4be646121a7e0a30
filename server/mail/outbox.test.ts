import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mail } from '@/db/schema'
import { mailExamples } from '@/test/mails'
import { type TestMerchant, testWorld } from '@/test/world'
import { clockAt } from '../clock/clock'
import { findInOutbox, listOutbox } from './outbox'
import { writeMails } from './write'

const world = testWorld()

async function write(shop: TestMerchant, to: string, days: number[]): Promise<void> {
  for (const day of days) {
    const context = { ...shop.context, clock: clockAt(new Date(Date.UTC(2031, 2, day))) }
    await writeMails(context, world.runtime.db, [
      { accountId: 'aKdRUwhpmEoXqTfB', to, template: 'refund', data: mailExamples.refund },
    ])
  }
}

const list = (to: string, after?: string) => listOutbox(world.runtime, { to, after, limit: 2 })
const daysOf = ({ mails }: Awaited<ReturnType<typeof list>>) =>
  mails.map(({ row }) => row.created.getUTCDate())

test('mails of all merchants come newest first, page by page', async () => {
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

test('a mail is found by its merchant and id, and by no other', async () => {
  const [shop, stranger] = [await world.newMerchant(), await world.newMerchant()]
  await write(shop, 'found@example.com', [1])
  const [only] = (await list('found@')).mails
  const id = only?.row.id ?? ''
  const found = await findInOutbox(world.runtime, shop.merchant, id)
  expect(found?.rendered?.subject).toContain(`Refund from ${shop.row.name}`)
  expect(await findInOutbox(world.runtime, stranger.merchant, id)).toBeUndefined()
  expect(await findInOutbox(world.runtime, shop.merchant, "x' or 1=1")).toBeUndefined()
})

test('a mail that cannot be rendered is still listed', async () => {
  const shop = await world.newMerchant()
  await write(shop, 'broken@example.com', [1, 2])
  const [newest] = (await list('broken@')).mails
  await world.runtime.db
    .update(mail)
    .set({ sealed: 'no secret' })
    .where(eq(mail.id, newest?.row.id ?? ''))
  expect((await list('broken@')).mails.map(({ rendered }) => rendered !== undefined)).toEqual([false, true])
})
