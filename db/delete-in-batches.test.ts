import { eq, lt, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { idempotentRequest } from '@/db/schema'
import { deleteStoredResponses } from '@/server/rest/idempotency'
import { testWorld } from '@/test/world'
import { connect } from './client'
import { batchSize, deleteInBatches } from './delete-in-batches'

const world = testWorld()

/** Rows like those of old requests. The first `old` of them have expired. */
async function fill(merchantId: string, { old, kept }: { old: number; kept: number }) {
  await world.runtime.db.execute(sql`
    insert into idempotent_request (merchant_id, caller, key, fingerprint, origin, started, expires)
    select ${merchantId}::text, 'private', n, 'f', gen_random_uuid(), now(),
      now() + case when n <= ${old}::int then interval '-1 hour' else interval '1 hour' end
    from generate_series(1, ${old + kept}::int) n`)
}

test('deletes expired rows in batches, and no others', async () => {
  const { merchant } = await world.newMerchant()
  await fill(merchant, { old: 2 * batchSize + 7, kept: 13 })
  const statements: string[] = []
  const { db, close } = connect(world.databaseUrl, { pool: 1, onQuery: (query) => statements.push(query) })
  expect(await deleteStoredResponses(db)).toBe(2 * batchSize + 7)
  await close()
  const deletes = statements.filter((statement) => statement.includes('delete from "idempotent_request"'))
  expect(deletes).toHaveLength(3)
  expect(deletes.join()).not.toContain('returning')
  expect(await world.runtime.db.$count(idempotentRequest, eq(idempotentRequest.merchantId, merchant))).toBe(
    13,
  )
})

test('several processes delete each row once and do not wait for each other', async () => {
  const { merchant } = await world.newMerchant()
  await fill(merchant, { old: 4 * batchSize, kept: 3 })
  const expired = lt(idempotentRequest.expires, new Date())
  const counts = await Promise.all(
    Array.from({ length: 4 }, () => deleteInBatches(world.runtime.db, idempotentRequest, expired)),
  )
  expect(counts.reduce((sum, count) => sum + count)).toBe(4 * batchSize)
  expect(await world.runtime.db.$count(idempotentRequest, eq(idempotentRequest.merchantId, merchant))).toBe(3)
})

test('skips a row that is locked, and deletes it the next time', async () => {
  const { merchant } = await world.newMerchant()
  await fill(merchant, { old: 3, kept: 0 })
  await world.runtime.db.transaction(async (tx) => {
    await tx.execute(
      sql`select 1 from idempotent_request where merchant_id = ${merchant} and key = '2' for update`,
    )
    expect(await deleteStoredResponses(world.runtime.db)).toBe(2)
  })
  expect(await deleteStoredResponses(world.runtime.db)).toBe(1)
})
