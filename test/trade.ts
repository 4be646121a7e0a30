import { sql } from 'drizzle-orm'
import { instantSql } from '@/server/core/instants'
import { orderOf, post } from './call'
import type { TestMerchant, World } from './world'

/** What is traded: an amount in the major unit, and how much of it is refunded. */
export interface TradedOrder {
  amount: number
  currency?: string
  refund?: number
}

/** Creates an order that is charged and partly refunded, and moves all of it to an instant. */
export async function trade(
  world: World,
  shop: TestMerchant,
  { at, amount, currency = 'SEK', refund = 0 }: TradedOrder & { at: Date },
): Promise<void> {
  const { id } = await orderOf(shop, amount, { currency })
  await post(shop, id, { type: 'charge' })
  if (refund > 0) await post(shop, id, { type: 'refund', items: refund })
  const { db } = world.runtime
  const date = instantSql(at)
  await db.execute(sql`update order_event set date = ${date} where order_id = ${id}`)
  await db.execute(sql`update "order" set created = ${date} where id = ${id}`)
}
