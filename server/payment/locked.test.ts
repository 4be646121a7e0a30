// @module-tag slow

import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connect } from '@/db/client'
import { requestLockTimeout } from '@/db/turns'
import { accountWith, call, type ErrorBody, getOrder, newKey, orderOf, post } from '@/test/call'
import { waitingForLock } from '@/test/race'
import { testWorld } from '@/test/world'
import type { Order } from '../model/order/schemas'
import { insertOperation, newOperation } from './new-operation'
import { recordDecisions } from './record-decisions'
import { recoverOperations } from './recover'

/** The statements that wait for the lock of an order or account, as they are sent. */
const locking: string[] = []
const world = testWorld({
  pool: 4,
  lockTimeout: requestLockTimeout,
  replace: (query) => {
    if (/for (no key )?update$/.test(query)) locking.push(query)
    return undefined
  },
})

/**
 * Keeps a row locked while `work` runs. Returns the largest number of connections that waited for a lock at the same
 * time, and how many statements tried to lock a row.
 */
async function whileLocked(row: SQL, work: () => Promise<void>) {
  const { db, close } = connect(world.databaseUrl, { pool: 2 })
  const before = locking.length
  let max = 0
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from ${row} for update`)
    let ended = false
    const worked = work().finally(() => {
      ended = true
    })
    while (!ended) max = Math.max(max, await waitingForLock(db))
    await worked
  })
  await close()
  return { waiting: max, statements: locking.length - before }
}

test('a locked order makes its own requests time out and delays no other request', async () => {
  const shop = await world.newMerchant()
  const [locked, free] = [await orderOf(shop, 100), await orderOf(shop, 50)]
  const keys = Array.from({ length: 12 }, newKey)
  const charge = (headers: Record<string, string>) =>
    post<ErrorBody>(shop, locked.id, { type: 'charge', items: 5 }, headers)

  const { waiting, statements } = await whileLocked(sql`"order" where id = ${locked.id}`, async () => {
    const charges = keys.map(charge)
    const many = call<{ error?: ErrorBody }[]>(shop.privateKey, 'PATCH', '/order', [
      { id: locked.id, event: [{ type: 'charge', items: 1 }] },
      { id: free.id, event: [{ type: 'charge' }] },
      { id: locked.id, event: [{ type: 'charge', items: 1 }] },
      { id: locked.id, event: [{ type: 'charge', items: 1 }] },
    ])
    for (let read = 0; read < 5; read++)
      expect((await call<Order>(shop.privateKey, 'GET', `/order/${locked.id}`)).status).toBe(200)

    for (const { status, headers } of await Promise.all(charges)) {
      expect(status).toBe(503)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const { status, body } = await many
    expect(status).toBe(207)
    expect(body.map(({ error }) => error?.status)).toEqual([503, undefined, 503, 503])
    expect((await getOrder(shop, free.id)).status).toEqual({ charged: 50 })
  })
  // One request waits, on one of the four connections. The others fail with it, instead of waiting after it.
  expect(waiting).toBe(1)
  expect(statements).toBeLessThanOrEqual((keys.length * 2) / 3)

  const repeated = await Promise.all(keys.map(charge))
  expect(repeated.map(({ status }) => status)).toEqual(keys.map(() => 201))
  // The card service has charged what could not be recorded, which the worker does later.
  await recoverOperations(world.runtime, { staleSeconds: 0, onError: (error) => expect.fail(String(error)) })
  expect((await getOrder(shop, locked.id)).status).toEqual({ charged: 61, ordered: 39 })
})

test('orders whose outcomes are recorded together are locked by their ids, and no other order is', async () => {
  const shop = await world.newMerchant()
  const orders = [await orderOf(shop, 100), await orderOf(shop, 100), await orderOf(shop, 100)]
  const [other, first, second] = orders.map(({ id }) => id).toSorted()
  // Whichever is stored first.
  await world.runtime.db.execute(sql`update "order" set number = 'later' where id = ${first}`)
  const operations = [second, first].map((orderId) =>
    newOperation(shop.context, {
      ...{ orderId: orderId ?? '', place: 5, kind: 'charge', currency: 'SEK', amount: 1000n },
      ...{ byAccount: false, units: null },
    }),
  )
  for (const operation of operations) await insertOperation(world.runtime.db, operation)
  const { db, close } = connect(world.databaseUrl, { pool: 3 })
  let recorded: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from "order" where id = ${first} for update`)
    recorded = recordDecisions(
      shop.context,
      operations.map((operation) => ({ operation, status: 'done', reference: operation.id })),
    )
    await expect.poll(() => waitingForLock(db)).toBe(1)
    for (const free of [other, second])
      expect(await db.execute(sql`select from "order" where id = ${free} for update nowait`)).toHaveLength(1)
  })
  await recorded
  await close()
  expect((await getOrder(shop, second ?? '')).status).toEqual({ charged: 10, ordered: 90 })
})

test('a locked account makes its own requests time out and delays no other request', async () => {
  const shop = await world.newMerchant()
  const { id } = await accountWith(shop)
  const changed = 12
  const { waiting, statements } = await whileLocked(sql`account where id = ${id}`, async () => {
    const customer = { email: 'asa@example.com' }
    const changes = Array.from({ length: changed }, () =>
      call<ErrorBody>(shop.privateKey, 'PUT', `/account/${id}/customer`, customer),
    )
    expect((await call(shop.privateKey, 'GET', `/account/${id}`)).status).toBe(200)
    for (const { status } of await Promise.all(changes)) expect(status).toBe(503)
  })
  expect(waiting).toBe(1)
  expect(statements).toBeLessThanOrEqual((changed * 2) / 3)
})
