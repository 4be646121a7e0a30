import { sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { connect, type Queryable } from '@/db/client'
import { tokenFor, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { type Context, contextOf } from '../core/context'
import { testNumbers } from '../model/card/test-numbers'
import { createOrder } from '../order/create-order'
import { runtimeOn } from '../runtime'
import { chargeCancelOrRefund } from './charge-cancel-refund'

const world = testWorld()
let shop: TestMerchant

beforeAll(async () => {
  shop = await world.newMerchant()
  // From here on, the planner knows a large table without pending operations.
  await world.runtime.db.execute(sql`insert into operation
    (merchant_id, order_id, place, id, kind, status, currency, amount, by_account, created)
    select ${shop.merchant}, 'order' || number, 1, gen_random_uuid(), 'charge', 'done', 'SEK', 100, false, now()
    from generate_series(1, 50000) number`)
  await world.runtime.db.execute(sql`analyze operation`)
})

const create = async (context: Context, card = visa) =>
  createOrder(context, {
    items: 100,
    currency: 'SEK',
    payment: { type: 'card', card: await tokenFor(shop, card) },
  })

const outcomes: Record<string, (context: Context) => Promise<unknown>> = {
  'a charge': async (context) => {
    const { id } = await create(context)
    await chargeCancelOrRefund(context, { orderId: id, event: { type: 'charge' } })
  },
  'a declined order': (context) =>
    expect(create(context, testNumbers['declined once stored'][0])).rejects.toThrow('declined'),
  'an order during an outage': async (context) => {
    vi.spyOn(context.cards.named('test'), 'authorize').mockResolvedValueOnce({
      status: 'failed',
      cause: new Error('The service is down'),
    })
    await expect(create(context)).rejects.toThrow()
  },
}

// During an outage, thousands of operations are pending, and the plan is still the one from before it.
test.each(Object.entries(outcomes))(
  'the statement that completes the operation of %s finds it by its key, not among all that are pending',
  async (_, run) => {
    const sent: string[] = []
    const { db, close } = connect(world.databaseUrl, { onQuery: (query) => sent.push(query) })
    const { baseUrl } = world.runtime
    const runtime = runtimeOn(db, { baseUrl, cardServiceTimeoutMs: 5000 })
    await run(contextOf(runtime, shop.row))
    await close()
    const statements = sent.filter((query) => completing.test(query))
    expect(statements).toHaveLength(1)
    for (const statement of statements) expect(await planOf(world.runtime.db, statement)).toMatch(keyOnly)
  },
)

test('the statement that records a charge finds the order by its key, not by reading all orders of a young shop', async () => {
  const { db } = world.runtime
  const sent: string[] = []
  const watched = connect(world.databaseUrl, { onQuery: (query) => sent.push(query) })
  const { baseUrl } = world.runtime
  const runtime = runtimeOn(watched.db, { baseUrl, cardServiceTimeoutMs: 5000 })
  await outcomes['a charge']?.(contextOf(runtime, shop.row))
  await watched.close()
  await db.execute(sql`insert into "order"
    select (json_populate_record(one, json_build_object('id', 'order' || number))).*
    from (select one from "order" one limit 1) given, generate_series(1, 2000) number`)
  await db.execute(sql`analyze "order"`)
  const recording = sent.find((query) => completing.test(query))
  expect(await planOf(db, recording ?? '')).not.toContain('Seq Scan on "order"')
})

const completing = /update "?operation"? present/

const keyOnly =
  /^(?!.*operation_(pending|accepted)).*Index Scan using operation_merchant_id_order_id_place_pk/s

/** The plan that a connection keeps for all values of the parameters. */
async function planOf(db: Queryable, statement: string): Promise<string> {
  const rows = await db.execute<{ 'QUERY PLAN': string }>(sql.raw(`explain (generic_plan) ${statement}`))
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
