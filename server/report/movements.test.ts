import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payer, shopOn, subscribe } from '@/test/billing'
import { visa } from '@/test/call'
import { rowsRead } from '@/test/rows-read'
import { testWorld } from '@/test/world'
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
  for (const [after, kind] of [[undefined], [first.next], [undefined, 'expansion']] as const) {
    const search = { ...(after && { after }), ...(kind && { kind }), limit: 20 }
    const read = await rowsRead(world.databaseUrl, 'values', (measured) =>
      listMovements({ ...shop.context, db: measured }, search),
    )
    // With 1,400 types that the driver reads when it connects.
    expect(read).toBeLessThan(2000)
  }
})
