// @module-tag slow

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connect } from '@/db/client'
import { operation } from '@/db/schema'
import { requestLockTimeout } from '@/db/turns'
import { accountWith, type CallResult, call, type ErrorBody, getOrder, orderOf, post } from '@/test/call'
import { testWorld } from '@/test/world'
import { newReference } from '../core/id'
import type { Order } from '../model/order/schemas'

const world = testWorld({ pool: 4, lockTimeout: requestLockTimeout })

/** Keeps the row of an order locked while `work` runs. */
async function whileLocked(orderId: string, work: () => Promise<void>): Promise<void> {
  const { db, close } = connect(world.databaseUrl, { pool: 1 })
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from "order" where id = ${orderId} for update`)
    await work()
  })
  await close()
}

const timed = async <T>(work: Promise<T>): Promise<{ ms: number; result: T }> => {
  const started = performance.now()
  const result = await work
  return { ms: performance.now() - started, result }
}

test('a locked order makes its own requests time out and delays no other request', async () => {
  const shop = await world.newMerchant()
  const [locked, free] = [await orderOf(shop, 100), await orderOf(shop, 50)]
  const keys = Array.from({ length: 12 }, () => ({ 'idempotency-key': crypto.randomUUID() }))
  const charge = (headers: Record<string, string>) =>
    post<ErrorBody>(shop, locked.id, { type: 'charge', items: 5 }, headers)

  await whileLocked(locked.id, async () => {
    const charges = keys.map((headers) => timed(charge(headers)))
    const many = timed(
      call<{ error?: ErrorBody }[]>(shop.privateKey, 'PATCH', '/order', [
        { id: locked.id, event: [{ type: 'cancel' }] },
        { id: free.id, event: [{ type: 'charge' }] },
        { id: locked.id, event: [{ type: 'charge', items: 1 }] },
        { id: locked.id, event: [{ type: 'charge', items: 1 }] },
      ]),
    )
    const reads: { ms: number; result: CallResult<Order> }[] = []
    for (let read = 0; read < 5; read++) {
      reads.push(await timed(call<Order>(shop.privateKey, 'GET', `/order/${locked.id}`)))
    }
    expect(reads.map(({ result }) => result.status)).toEqual([200, 200, 200, 200, 200])
    expect(Math.max(...reads.map(({ ms }) => ms))).toBeLessThan(requestLockTimeout)

    const refused = await Promise.all(charges)
    for (const { ms, result } of refused) {
      expect(result.status).toBe(503)
      expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(ms).toBeLessThan(2_500)
    }
    const { ms, result } = await many
    expect(ms).toBeLessThan(2_500)
    expect(result.status).toBe(207)
    expect(result.body.map(({ error }) => error?.status)).toEqual([503, undefined, 503, 503])
    expect((await getOrder(shop, free.id)).status).toEqual({ charged: 50 })
  })

  const repeated = await Promise.all(keys.map(charge))
  expect(repeated.map(({ status }) => status)).toEqual(keys.map(() => 201))
  expect((await getOrder(shop, locked.id)).status).toEqual({ charged: 60, ordered: 40 })
})

test('a locked account makes its own requests time out and delays no other request', async () => {
  const shop = await world.newMerchant()
  const { id } = await accountWith(shop)
  const { db, close } = connect(world.databaseUrl, { pool: 1 })
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from account where id = ${id} for update`)
    const customer = { email: 'asa@example.com' }
    const changes = Array.from({ length: 12 }, () =>
      timed(call<ErrorBody>(shop.privateKey, 'PUT', `/account/${id}/customer`, customer)),
    )
    const read = await timed(call(shop.privateKey, 'GET', `/account/${id}`))
    expect(read.result.status).toBe(200)
    expect(read.ms).toBeLessThan(requestLockTimeout)
    for (const { ms, result } of await Promise.all(changes)) {
      expect(result.status).toBe(503)
      expect(ms).toBeLessThan(2_500)
    }
  })
  await close()
})

test('a charge that waited for the order sees what another process has reserved meanwhile', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const { db, close } = connect(world.databaseUrl, { pool: 1 })
  let charge: Promise<CallResult<ErrorBody>> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from "order" where id = ${id} for update`)
    charge = post<ErrorBody>(shop, id, { type: 'charge' })
    const blocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await world.runtime.db.execute(blocked)).length, { interval: 10 }).toBe(1)
    const reserved = { merchantId: shop.merchant, id: newReference(), orderId: id, kind: 'charge' } as const
    const money = { status: 'pending', currency: 'SEK', amount: 10_000n, byAccount: false } as const
    await tx.insert(operation).values({ ...reserved, ...money, created: new Date() })
  })
  await close()
  expect((await charge)?.body.content.description).toContain('an operation on all of it is in progress')
  expect((await getOrder(shop, id)).event.map(({ type }) => type)).toEqual(['order'])
})
