import postgres from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { connect } from '@/db/client'
import { sha256 } from '@/server/core/crypto'
import { findLogo, uploadLogo } from '@/server/merchant/logo'
import type { Order } from '@/server/model/order/schemas'
import { jobQueuePool } from '@/server/worker/job-queue-pool'
import { accountWith, call, getOrder, orderOf, visa } from '@/test/call'
import { pixel } from '@/test/pixel'
import { testWorld } from '@/test/world'

const world = testWorld()

beforeAll(async () => {
  const sql = postgres(world.databaseUrl, { max: 1 })
  const name = new URL(world.databaseUrl).pathname.slice(1)
  const settings = {
    datestyle: 'SQL, DMY',
    timezone: 'America/New_York',
    bytea_output: 'escape',
    standard_conforming_strings: 'off',
  }
  for (const [setting, value] of Object.entries(settings)) {
    await sql.unsafe(`alter database ${name} set ${setting} = '${value}'`)
  }
  await sql.end()
})

test('the API works whatever settings the role or the database has', async () => {
  const shop = await world.newMerchant()
  const account = await accountWith(shop, visa)
  const terms = { items: 10, currency: 'SEK', schedule: 'monthly', start: '2100-01-27' }
  const headers = { 'idempotency-key': 'a' }
  const subscribe = () =>
    call<unknown[]>(shop.privateKey, 'POST', `/account/${account.id}/subscription`, terms, headers)
  const first = await subscribe()
  expect([first.status, first.body]).toEqual([201, [expect.objectContaining({ start: '2100-01-27' })]])
  const repeated = await subscribe()
  expect([repeated.status, repeated.text]).toEqual([201, first.text])
  const { id } = await orderOf(shop, 100)
  expect((await getOrder(shop, id)).created).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  const orders = await call<Order[]>(shop.privateKey, 'GET', '/order')
  expect(orders.body.map((order) => order.id)).toEqual([id])
  const moved = await call(shop.privateKey, 'POST', '/clock', { advance: { days: 1 } })
  expect(moved.status).toBe(200)
})

test('a logo is read as it was uploaded whatever bytea_output is', async () => {
  const { context } = await world.newMerchant()
  const image = pixel()
  await uploadLogo(context, image)
  expect((await findLogo(context, sha256(image)))?.content).toEqual(image)
})

test('the job queue reads times whatever settings the role has, and keeps options of the address', async () => {
  const address = new URL(world.databaseUrl)
  address.searchParams.set('options', '-c work_mem=5MB')
  const pool = jobQueuePool({ databaseUrl: address.href })
  const time = '2027-01-27T10:00:00.000Z'
  const { rows } = await pool.query(
    `select timestamptz '${time}' as at, current_setting('work_mem') as memory, current_setting('timezone') as zone`,
  )
  await pool.end()
  expect(rows).toEqual([{ at: new Date(time), memory: '5MB', zone: 'UTC' }])
})

test('the server soon notices that a client has vanished', async () => {
  // On a Unix socket, these settings do not exist.
  const address = new URL(world.databaseUrl)
  address.searchParams.delete('host')
  const settings = `select sum(setting::int) as seconds from pg_settings where name in ('tcp_keepalives_idle', 'tcp_keepalives_interval')`
  const { db, close } = connect(address.href, { pool: 1 })
  const pool = jobQueuePool({ databaseUrl: address.href })
  expect([[...(await db.execute(settings))], (await pool.query(settings)).rows]).toEqual([
    [{ seconds: '80' }],
    [{ seconds: '80' }],
  ])
  await Promise.all([close(), pool.end()])
})
