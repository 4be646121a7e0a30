import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '@/db/client'
import { serviceToken, serviceVerification } from '@/db/schema'
import { rowsRead } from '@/test/rows-read'
import { type TestMerchant, testWorld } from '@/test/world'
import { isWaiting } from '../../payment/reconcile/unknown-payments'
import { hasUsedCard } from './verification'

const world = testWorld()
const tokens = 20_000
let shop: TestMerchant

beforeAll(async () => {
  shop = await world.newMerchant()
  const { db } = world.runtime
  await db.execute(sql`
    insert into ${serviceToken} (merchant_id, service, id, reference, scheme, last4, expires, fingerprint, created, valid_until)
    select ${shop.merchant}, 'stripe', 'token' || n, 'pm_' || n, 'visa', '4242', '[12, 40]', 'card', now(), now()
    from generate_series(1, ${tokens}::int) n`)
  await db.execute(sql`
    insert into ${serviceVerification}
      (merchant_id, pareq, service, token_id, purpose, amount, currency, reference, bank_url, created)
    select ${shop.merchant}, gen_random_uuid(), 'stripe', 'token' || n, 'authorise', 100, 'SEK', 'pi_' || n, '', now()
    from generate_series(1, ${tokens}::int, 2) n`)
  await db.execute(sql`analyze ${serviceToken}, ${serviceVerification}`)
})

const payment = {
  ...{ reference: 'pi_7', operation: 'unknown', created: new Date(), amount: 100n, currency: 'SEK' },
  ...{ charged: 0n, refunded: 0n, cancelled: 0n, expired: false, inProgress: false },
  ...{ movements: [], recorded: new Set<never>() },
}

test.each([
  [
    'whether a card was used',
    async (db: Database) => {
      const [token] = await db.select().from(serviceToken).where(sql`${serviceToken.id} = 'token8'`)
      expect(await hasUsedCard(db, token ?? expect.fail('no token'))).toBe(false)
    },
  ],
  [
    'whether a payment waits for its cardholder',
    async (db: Database) => expect(await isWaiting({ ...shop.context, db }, 'stripe', payment)).toBe(true),
  ],
])('looks up %s without reading all of a merchant’s tokens', async (_, lookUp) => {
  const read = (work: (db: Database) => Promise<unknown>) => rowsRead(world.databaseUrl, 'any values', work)
  const toConnect = await read((db) => db.execute(sql`select 1`))
  expect((await read(lookUp)) - toConnect).toBeLessThan(100)
})
