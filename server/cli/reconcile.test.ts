// @module-tag slow

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getOrder, orderOf, post } from '@/test/call'
import { commandOn, runCommand } from '@/test/command'
import { cloneDatabase } from '@/test/database'
import { testWorld } from '@/test/world'

const world = testWorld()
const reconcile = commandOn(world, 'server/cli/reconcile.ts')

test('says so if there is nothing to compare', async () => {
  const { url, drop } = await cloneDatabase()
  const env = { ...process.env, BASE_URL: 'http://kassa.test', DATABASE_URL: url }
  expect(await runCommand(['server/cli/reconcile.ts'], { env })).toMatchObject({
    stdout: 'No merchants yet.\n',
    code: 0,
  })
  await drop()
})

test('prints each difference with what to do about it, and adopts what can be recorded', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  await post(shop, id, { type: 'charge', items: 60 })
  expect(await reconcile('--merchant', shop.merchant)).toMatchObject({
    stdout: `${shop.merchant}  No differences between 1 order and 1 payment.\n`,
    code: 0,
  })
  await world.runtime.db.execute(
    sql`update acquirer_entry set captured = captured + 500 where merchant_id = ${shop.merchant} and kind = 'authorise'`,
  )
  const found = await reconcile()
  expect(found.stdout).toContain(`${shop.merchant}  test  charge missing here  order ${id}, `)
  expect(found.stdout).toContain('60.00 SEK in Kassa, 65.00 SEK at the card service')
  expect(found.stdout).toContain('Adopt it to record it on the order.')
  expect(found.stdout).toContain('1 difference between')
  expect(found.code).toBe(1)

  const adopted = await reconcile('--adopt')
  expect(adopted.stdout).toContain('Adopted.')
  expect(adopted.code).toBe(0)
  expect((await getOrder(shop, id)).status).toEqual({ ordered: 35, charged: 65 })
  expect((await reconcile()).code).toBe(0)

  await world.runtime.db.execute(
    sql`update acquirer_entry set currency = 'EUR' where merchant_id = ${shop.merchant} and kind = 'authorise'`,
  )
  const noted = await reconcile('--adopt')
  expect(noted.stdout).toContain('Noted. ')
  expect(noted.code).toBe(1)
  const after = await reconcile()
  expect(after.stdout).toContain('No differences between 1 order and 1 payment. 1 noted before.')
  expect(after.code).toBe(0)
})

test('compares what was created in a range, of one merchant', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  await world.runtime.db.execute(sql`update "order" set created = '2020-05-05T12:00:00Z' where id = ${id}`)
  await world.runtime.db.execute(sql`delete from acquirer_entry where merchant_id = ${shop.merchant}`)
  const within = (from: string, to: string) =>
    reconcile('--merchant', shop.merchant, '--from', from, '--to', to)
  expect((await within('2020-05-06', '2020-05-07')).code).toBe(0)
  expect((await within('2020-05-04', '2020-05-05')).code).toBe(0)
  const found = await within('2020-05-05T10:00:00+02:00', '2020-05-06')
  expect(found).toMatchObject({ stdout: expect.stringContaining('missing there'), code: 1 })
})

test('says why the books of a merchant cannot be compared, without the query', async () => {
  const shop = await world.newMerchant()
  const name = sql.identifier(new URL(world.databaseUrl).pathname.slice(1))
  await world.runtime.db.execute(sql`alter database ${name} set default_transaction_read_only = on`)
  const refused = await reconcile('--merchant', shop.merchant)
  await world.runtime.db.execute(sql`alter database ${name} reset default_transaction_read_only`)
  expect(refused).toMatchObject({
    stderr: expect.stringContaining(`${shop.merchant}  PostgreSQL cannot do this at the moment.`),
    code: 2,
  })
  expect(refused.stderr).not.toContain('Failed query')
})

test('exits with 2 and explains its usage', async () => {
  expect((await reconcile('--from', '2027-13-01')).stderr).toMatch(/^--from must be a date such as /)
  for (const args of [['--from', 'yesterday'], ['--what'], ['all'], ['--merchant', 'AAAAAAAA']])
    expect(await reconcile(...args)).toMatchObject({ stderr: expect.stringContaining('Usage:'), code: 2 })
})
