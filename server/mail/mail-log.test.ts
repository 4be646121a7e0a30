import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { mail } from '@/db/schema'
import { runBulk } from '@/test/bulk'
import { waitingForLock } from '@/test/race'
import { rowsRead } from '@/test/rows-read'
import { type TestMerchant, testWorld } from '@/test/world'
import { countCaptured, sendCaptured } from './mail-log'

const world = testWorld()
let shop: TestMerchant

beforeEach(async () => {
  shop = await world.newMerchant()
})

/** Adds e-mails to customers, a minute apart, the oldest first. */
const add = (status: 'captured' | 'sent', count: number) =>
  runBulk(world.runtime.db, [
    sql`insert into mail (merchant_id, id, account_id, template, "to", data, status, created)
    select ${shop.merchant}, gen_random_uuid(), 'a', 'receipt', n || '@example.com', '{}', ${status},
      now() - make_interval(mins => 10000 - n)
    from generate_series(1, ${count}::int) n`,
  ])

test('sends stored mail in parts, the oldest first', async () => {
  await add('captured', 5)
  expect(await countCaptured(shop.context, 2)).toEqual({ count: 2, isMore: true })
  expect(await sendCaptured(shop.context, 2)).toBe(2)
  const waiting = await world.runtime.db
    .select({ to: mail.to })
    .from(mail)
    .where(and(eq(mail.merchantId, shop.merchant), eq(mail.status, 'waiting')))
  expect(waiting.map(({ to }) => to).sort()).toEqual(['1@example.com', '2@example.com'])
  expect(await countCaptured(shop.context, 3)).toEqual({ count: 3, isMore: false })
  expect(await sendCaptured(shop.context)).toBe(3)
  expect(await sendCaptured(shop.context)).toBe(0)
})

test('does not read mail that was sent to find what is stored', async () => {
  const sent = 10_000
  await add('sent', sent)
  await add('captured', 3)
  await world.runtime.db.execute(sql`vacuum analyze mail`)
  const read = (work: typeof countCaptured | typeof sendCaptured) =>
    rowsRead(world.databaseUrl, 'values', (db) => work({ ...shop.context, db }))
  // The driver itself reads about 1,500 rows: the types that PostgreSQL knows.
  expect(await read(countCaptured)).toBeLessThan(sent / 4)
  await add('captured', 3)
  expect(await read(sendCaptured)).toBeLessThan(sent / 4)
})

test('does not send again what another request has sent meanwhile', async () => {
  const { db } = world.runtime
  await add('captured', 1)
  const { sending } = await db.transaction(async (tx) => {
    await tx.update(mail).set({ status: 'sent' }).where(eq(mail.merchantId, shop.merchant))
    // In an object, because a promise that is returned would be awaited.
    const started = { sending: sendCaptured(shop.context) }
    await expect.poll(() => waitingForLock(db)).toBe(1)
    return started
  })
  expect(await sending).toBe(0)
})
