import postgres from 'postgres'
import { newId } from '@/server/core/id'

/** The rows that every order looks up. */
export interface LookedUp {
  keyHash: string
  merchantId: string
  accountId: string
}

/**
 * Measures how many orders per second PostgreSQL can store if that is all that is done: look up the key and the account,
 * and insert an order and its event in one commit.
 */
export async function measureMinimum(
  url: string,
  { keyHash, merchantId, accountId }: LookedUp,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const sql = postgres(url, { max: connections, onnotice: () => {} })
  let done = 0
  const until = performance.now() + seconds * 1000
  const storeOrders = async () => {
    while (performance.now() < until) {
      const id = newId()
      await sql.begin(async (tx) => {
        await tx`select merchant_id from api_key where hash = ${keyHash}`
        await tx`select id from account where merchant_id = ${merchantId} and id = ${accountId}`
        await tx`insert into "order" (merchant_id, id, currency, amount, account_id, payment, ordered, charged, refunded,
            cancelled, pending, denied, created)
          values (${merchantId}, ${id}, 'SEK', 1337, ${accountId}, '{}', 1337, 0, 0, 0, 0, 0, now())`
        await tx`insert into order_event (merchant_id, order_id, sequence, type, date, currency)
          values (${merchantId}, ${id}, 1, 'order', now(), 'SEK')`
      })
      done++
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, storeOrders))
    return done / seconds
  } finally {
    await sql.end()
  }
}
