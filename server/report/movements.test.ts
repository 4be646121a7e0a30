import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payer, shopOn, subscribe } from '@/test/billing'
import { visa } from '@/test/call'
import { rowsRead } from '@/test/rows-read'
import { addSubscribers } from '@/test/subscribers'
import { type TestMerchant, testWorld } from '@/test/world'
import { listMovements } from './movements'

const world = testWorld()

test('a page of 20,000 movements reads few rows, both the first and the next', async () => {
  const shop = await shopOn(world, '2027-03-01')
  const account = await payer(shop, visa)
  const { id } = await subscribe(shop, account)
  const { db } = world.runtime
  await db.execute(sql`
    insert into subscription_movement (merchant_id, account_id, subscription_id, sequence, date, kind, currency, monthly)
    select ${shop.merchant}, ${account.id}, ${id}, n, now() + n * interval '1 hour',
      case n % 2 when 0 then 'expansion' else 'contraction' end, 'SEK', 1 - n % 2 * 2
    from generate_series(2, 20000) n`)
  await db.execute(sql`vacuum analyze subscription_movement`)
  const first = await listMovements(shop.context, { limit: 20 })
  expect(first.rows.map(({ sequence }) => sequence).slice(0, 2)).toEqual([20_000, 19_999])
  for (const [after, kind] of [[undefined], [first.next], [undefined, 'expansion']] as const)
    expect(await readBy(shop, { ...(after && { after }), ...(kind && { kind }), limit: 20 })).toBeLessThan(
      fewRows,
    )
})

test('a page of lost customers checks only the customers that it reaches', async () => {
  const shop = await shopOn(world, '2027-03-01')
  const { db } = world.runtime
  const like = { merchantId: shop.merchant, accountId: (await payer(shop, visa)).id }
  await addSubscribers(db, like, { count: 500, due: '2027-03-01' })
  const ofShop = sql`where merchant_id = ${shop.merchant}`
  const inserted = await db.execute<{ account_id: string }>(sql`
    insert into subscription (merchant_id, account_id, id, items, currency, amount, schedule, start, due, created)
    select merchant_id, account_id, 'Kept', items, currency, amount, schedule, start, due, created from subscription
    ${ofShop} and hashtext(account_id) % 2 = 0 returning account_id`)
  const kept = new Set(inserted.map(({ account_id }) => account_id))
  await db.execute(
    sql`update subscription set due = null, "end" = start, ended = now() ${ofShop} and id <> 'Kept'`,
  )
  await db.execute(sql`update subscription_movement set date = '2027-02-01' ${ofShop} and kind = 'new'`)
  await db.execute(sql`
    update subscription_movement set date = '2027-03-01'::timestamptz + abs(hashtext(account_id)) % 20000 * interval '1 minute'
    ${ofShop} and kind = 'lost'`)
  await db.execute(sql`vacuum analyze subscription_movement`)
  const search = { kind: 'churn', start: '2027-03-01', end: '2027-03-31', limit: 20 } as const
  const found = await listMovements(shop.context, search)
  expect(found.rows).toHaveLength(20)
  expect(found.rows.filter(({ accountId }) => kept.has(accountId))).toEqual([])
  expect(await readBy(shop, search)).toBeLessThan(fewRows)
})

/** With 1,400 types that the driver reads when it connects. */
const fewRows = 2000

const readBy = ({ context }: TestMerchant, search: Parameters<typeof listMovements>[1]) =>
  rowsRead(world.databaseUrl, 'values', (db) => listMovements({ ...context, db }, search))
