import { sql } from 'drizzle-orm'
import type { Scope } from '@/server/core/context'
import { median } from './median'

const rowsAtATime = 20_000
const repeats = 40

/** What a page at each end of a long list costs, in milliseconds. */
export interface Depth {
  list: string
  first: number
  last: number
}

/** Adds accounts and orders to the lists, as copies of an existing order. */
export async function lengthenLists({ db, merchant }: Scope, rows = 100_000): Promise<void> {
  const letters = sql`translate(lpad(n::text, 16, '0'), '0123456789', 'abcdefghij')`
  const created = sql`now() - make_interval(secs => n)`
  // In parts, so that a busy machine does not reach the statement time-out.
  for (let first = 1; first <= rows; first += rowsAtATime) {
    const numbers = sql`generate_series(${first}::int, ${first + rowsAtATime - 1}::int) n`
    await db.execute(sql`
      insert into account (merchant_id, id, number, status, created)
      select ${merchant.id}, ${letters}, n::text, 'created', ${created} from ${numbers}`)
    await db.execute(sql`
      insert into "order" (merchant_id, id, currency, amount, service, payment_reference, service_reference, ordered, charged, refunded,
        cancelled, pending, denied, created)
      select o.merchant_id, ${letters}, o.currency, o.amount, o.service, o.payment_reference, o.service_reference, o.ordered, o.charged,
        o.refunded, o.cancelled, o.pending, o.denied, ${created}
      from (select * from "order" where merchant_id = ${merchant.id} limit 1) o, ${numbers}`)
    await db.execute(sql`
      insert into order_event (merchant_id, order_id, sequence, type, date, currency)
      select merchant_id, ${letters}, 1, 'order', ${created}, currency
      from (select * from "order" where merchant_id = ${merchant.id} limit 1) o, ${numbers}`)
  }
  await db.execute(sql`vacuum analyze account, "order", order_event`)
}

/** Times the first and the last page of a list alternately, over HTTP. */
export async function measureDepth(url: string, authorization: string): Promise<Depth> {
  const get = async (address: string) => {
    const response = await fetch(address, { headers: { authorization } })
    if (!response.ok) throw new Error(await response.text())
    return { link: response.headers.get('link'), rows: (await response.json()) as unknown[] }
  }
  let last = `${url}?limit=1000`
  for (;;) {
    const next = /<(.+)>/.exec((await get(last)).link ?? '')?.[1]
    if (!next) break
    last = next
  }
  const pages = { first: `${url}?limit=100`, last: last.replace('limit=1000', 'limit=100') }
  const times = { first: [] as number[], last: [] as number[] }
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const end of ['first', 'last'] as const) {
      const started = performance.now()
      await get(pages[end])
      times[end].push(performance.now() - started)
    }
  }
  return { list: new URL(url).pathname, first: median(times.first), last: median(times.last) }
}
