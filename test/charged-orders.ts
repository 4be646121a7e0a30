import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { runBulk } from './bulk'

/** Inserts orders of 125.00 SEK with a line at 25 %, each charged, and every third one refunded: not booked yet. */
export const addChargedOrders = (
  db: Database,
  merchantId: string,
  { from, count }: { from: number; count: number },
) => {
  const letters = sql`translate(lpad(n::text, 16, '0'), '0123456789', 'abcdefghij')`
  const numbers = sql`generate_series(${from}::int, ${from + count - 1}::int) n`
  const lines = JSON.stringify([{ name: 'Coffee', price: 100, vat: 25, total: '12500', units: 'c' }])
  return runBulk(db, [
    sql`insert into "order" (merchant_id, id, currency, amount, service, payment_reference, scheme, last4,
        service_reference, lines,
        ordered, charged, refunded, cancelled, pending, denied, created)
      select ${merchantId}, ${letters}, 'SEK', 12500, 'test', gen_random_uuid(), 'visa', '1111', 'none', ${lines}::json,
        0, case when n % 3 = 0 then 0 else 12500 end, case when n % 3 = 0 then 12500 else 0 end, 0, 0, 0, now()
      from ${numbers}`,
    sql`insert into order_event (merchant_id, order_id, sequence, type, date, amount, currency)
      select ${merchantId}, ${letters}, 1, 'order', now(), 12500, 'SEK' from ${numbers}
      union all select ${merchantId}, ${letters}, 2, 'charge', now(), 12500, 'SEK' from ${numbers}
      union all select ${merchantId}, ${letters}, 3, 'refund', now(), 12500, 'SEK' from ${numbers} where n % 3 = 0`,
  ])
}
