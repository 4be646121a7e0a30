// @module-tag slow

import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { mail } from '@/db/schema'
import { mailExamples } from '@/test/mails'
import { rowsRead } from '@/test/rows-read'
import { type TestMerchant, testWorld } from '@/test/world'
import type { MailTemplate } from '../model/mail'
import { claimMails, newMailTurns } from './claim'
import { recordDelay, recordFailure } from './queue'

const world = testWorld()
let busy: TestMerchant
let other: TestMerchant

beforeAll(async () => {
  // Between two tests the table is empty, as it never is otherwise. Statistics of that would lead to other plans.
  await world.runtime.db.execute(sql`alter table ${mail} set (autovacuum_enabled = off)`)
  busy = await world.newMerchant()
  other = await world.newMerchant()
})

afterEach(() => world.runtime.db.delete(mail))

/** Writes mails of which the last has been due the longest. */
const write = (shop: TestMerchant, template: MailTemplate, count: number, sealed: string | null = null) =>
  world.runtime.db.execute(sql`
    insert into ${mail} (merchant_id, id, account_id, template, "to", data, sealed, status, created, next_attempt)
    select ${shop.merchant}, gen_random_uuid(), '', ${template}, 'jane@example.com',
      ${JSON.stringify(mailExamples[template])}::jsonb, ${sealed}, 'waiting', now(), now() - n * interval '1 s'
    from generate_series(1, ${count}::int) n`)

const claimed = async (turns = newMailTurns()) =>
  (await claimMails(world.runtime.db, 4, turns)).map(({ row, merchant }) => ({
    template: row.template,
    of: merchant.id,
  }))

test('mail about failed payments is not urgent, although its link is sealed', async () => {
  await write(busy, 'payment-failed', 20, 'sealed')
  await write(busy, 'password-reset', 1, 'sealed')
  expect((await claimed())[0]).toMatchObject({ template: 'password-reset' })
})

test.each(['login-link', 'receipt'] as const)(
  "a long queue of a merchant does not delay another's: %s",
  async (template) => {
    await write(busy, template, 50)
    await write(other, template, 2)
    const turns = newMailTurns()
    const mails = [...(await claimed(turns)), ...(await claimed(turns))]
    expect(mails.filter(({ of }) => of === other.merchant)).toHaveLength(2)
  },
)

test('if more merchants have mail than are sent at a time, each gets its turn', async () => {
  const shops = await Promise.all(Array.from({ length: 9 }, () => world.newMerchant()))
  for (const shop of shops) await write(shop, 'receipt', 10)
  const turns = newMailTurns()
  const of = [...(await claimed(turns)), ...(await claimed(turns)), ...(await claimed(turns))]
  expect(new Set(of.map((each) => each.of)).size).toBe(9)
})

test('a merchant with many login links does not stop receipts', async () => {
  await write(busy, 'login-link', 50)
  await write(other, 'receipt', 1)
  const turns = newMailTurns()
  const mails = [...(await claimed(turns)), ...(await claimed(turns))]
  expect(mails).toContainEqual({ template: 'receipt', of: other.merchant })
})

test('mail that is not due yet does not use up the turns', async () => {
  const shops = await Promise.all(Array.from({ length: 6 }, () => world.newMerchant()))
  for (const shop of shops) await write(shop, 'receipt', 1)
  const [, , , , , last] = shops.toSorted((a, b) => (a.merchant < b.merchant ? -1 : 1))
  await world.runtime.db
    .update(mail)
    .set({ nextAttempt: sql`now() + interval '1 hour'` })
    .where(sql`${mail.merchantId} <> ${last?.merchant}`)
  expect(await claimed()).toEqual([{ template: 'receipt', of: last?.merchant }])
})

test('all places are used, even if one merchant has nothing more', async () => {
  await write(busy, 'receipt', 10)
  await write(other, 'receipt', 1)
  expect(await claimed()).toHaveLength(4)
})

test('200,000 waiting mails cost no more than a few', async () => {
  await write(busy, 'receipt', 100_000)
  await write(busy, 'login-link', 100_000)
  await write(other, 'receipt', 2)
  for (const analysed of [false, true]) {
    if (analysed) await world.runtime.db.execute(sql`analyze ${mail}`)
    for (const planFor of ['values', 'any values'] as const)
      expect(
        await rowsRead(world.databaseUrl, planFor, (db) => claimMails(db, 4, newMailTurns())),
      ).toBeLessThan(2_000)
  }
})

test('what an attempt reports after the next one has begun changes nothing', async () => {
  const { db } = world.runtime
  await write(busy, 'receipt', 1)
  const [slow] = await claimMails(db, 4, newMailTurns())
  await db.update(mail).set({ nextAttempt: sql`now()` })
  const [next] = await claimMails(db, 4, newMailTurns())
  if (!slow || !next) expect.fail('nothing was claimed')
  await recordFailure(db, { row: slow.row, error: 'refused' })
  await recordDelay(db, { row: slow.row, error: 'busy', inMs: 0, counts: true })
  expect(await db.select().from(mail)).toEqual([next.row])
})
