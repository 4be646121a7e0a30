// @module-tag slow

import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Queryable } from '@/db/client'
import { account, subscription } from '@/db/schema'
import { declining, move, payer, shopOn, statusOf, subscribe } from '@/test/billing'
import { accountWith, call, tokenFor, visa } from '@/test/call'
import { waitingForLock } from '@/test/race'
import { rowsRead } from '@/test/rows-read'
import { addSubscribers } from '@/test/subscribers'
import { type TestMerchant, testWorld } from '@/test/world'
import { days, later } from '../core/clock'
import { addDays, dayOf } from '../model/calendar'
import { isDue } from '../store/due'
import { lockSubscriptions } from '../store/subscriptions'
import { merchantsToBill } from './run'

const world = testWorld()

describe('with 3,000 subscriptions of suspended accounts, whose dates have passed', () => {
  let shop: TestMerchant
  const today = () => dayOf(world.clock.now(), shop.row.timeZone)

  beforeAll(async () => {
    const { db } = world.runtime
    shop = await world.newMerchant()
    const like = { merchantId: shop.merchant, accountId: (await accountWith(shop, visa)).id }
    await addSubscribers(db, like, { count: 3_000, due: addDays(today(), -40) })
    const others = and(eq(account.merchantId, shop.merchant), ne(account.id, like.accountId))
    await db.update(account).set({ status: 'suspended' }).where(others)
    await addSubscribers(db, like, { count: 100, from: 3_001, due: today() })
    await db.execute(sql`vacuum ${subscription}`)
  })

  // The driver reads the types of PostgreSQL, some 1,500 rows.
  const few = 2_000

  test.each([false, true])(
    'a run reads only what it can bill (statistics of its rows: %s)',
    async (known) => {
      if (known) await world.runtime.db.execute(sql`analyze account, subscription`)
      const yesterday = { now: () => later(world.clock.now(), -days(1)) }
      for (const planFor of ['values', 'any values'] as const) {
        const search = rowsRead(world.databaseUrl, planFor, async (db) => {
          const found = await merchantsToBill({ db, clock: yesterday })
          expect(found.map(({ id }) => id)).not.toContain(shop.merchant)
        })
        expect(await search).toBeLessThan(few)
        const batch = rowsRead(world.databaseUrl, planFor, async (db) => {
          const scope = { db, merchant: shop.row }
          const which = { condition: isDue(today()), first: subscription.due, limit: 25 }
          expect(new Set((await lockSubscriptions(scope, which)).map(({ due }) => due))).toEqual(
            new Set([today()]),
          )
        })
        expect(await batch).toBeLessThan(few)
      }
    },
  )
})

describe('a subscription is paused exactly while its account is suspended', () => {
  const pausedIn = async ({ merchant }: TestMerchant) => {
    const { db } = world.runtime
    const rows = await db.select().from(subscription).where(eq(subscription.merchantId, merchant))
    return rows.map(({ paused }) => paused)
  }

  test('from the last failed payment until all is paid, with what is added meanwhile', async () => {
    const shop = await shopOn(world, '2027-05-01')
    const account = await payer(shop, declining)
    await subscribe(shop, account)
    await move(shop, { to: '2027-05-02' })
    expect([await statusOf(shop, account), await pausedIn(shop)]).toEqual(['pending', [false]])
    await move(shop, { to: '2027-05-20' })
    expect([await statusOf(shop, account), await pausedIn(shop)]).toEqual(['suspended', [true]])
    await subscribe(shop, account, { end: '2027-06-15' })
    expect(await pausedIn(shop)).toEqual([true, true])
    // It ends as agreed all the same, although dates of it were not billed.
    await move(shop, { to: '2027-06-17' })
    const isEnded = and(eq(subscription.merchantId, shop.merchant), isNotNull(subscription.ended))
    expect(await world.runtime.db.$count(subscription, isEnded)).toBe(1)
    const method = { type: 'token', card: await tokenFor(shop) }
    await call(shop.privateKey, 'POST', `/account/${account.id}/method`, method)
    expect([await statusOf(shop, account), await pausedIn(shop)]).toEqual(['active', [false, false]])
  })

  const suspend = (db: Queryable, { merchant }: TestMerchant) =>
    db.update(account).set({ status: 'suspended' }).where(eq(account.merchantId, merchant))

  /** Adds a subscription as a program would that knows nothing of accounts. */
  const add = (db: Queryable, { merchant }: TestMerchant) =>
    db.execute(sql`
      insert into ${subscription} (merchant_id, account_id, id, items, currency, amount, schedule, start, due, created)
      select merchant_id, id, 'Aaaa', '1'::jsonb, 'SEK', 100, '{"frequency":"monthly"}'::jsonb, now(), now(), now()
      from ${account} where merchant_id = ${merchant}`)

  test.each([
    ['it is added while the account is being suspended', suspend, add],
    ['the account is suspended while it is being added', add, suspend],
  ])('even if %s', async (_, first, second) => {
    const { db } = world.runtime
    const shop = await world.newMerchant()
    await accountWith(shop, visa)
    const { waited } = await db.transaction(async (tx) => {
      await first(tx, shop)
      const waiting = { waited: second(db, shop).then(() => undefined) }
      await expect.poll(() => waitingForLock(db)).toBe(1)
      return waiting
    })
    await waited
    expect(await pausedIn(shop)).toEqual([true])
  })

  test('whatever a statement writes', async () => {
    const { db } = world.runtime
    const shop = await world.newMerchant()
    await accountWith(shop, visa)
    await add(db, shop)
    await db.update(subscription).set({ paused: true }).where(eq(subscription.merchantId, shop.merchant))
    expect(await pausedIn(shop)).toEqual([false])
  })
})
