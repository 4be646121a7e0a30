import { sql } from 'drizzle-orm'
import type { Expected, KillRun } from './kill-run'

interface Row extends Record<string, unknown> {
  id: string
  currency: string
  charged: string
  refunded: string
  cancelled: string
  ordered: string
  is_bill: boolean
  events: string[]
}

/** Compares the orders of a merchant with what Stripe has, and with what was requested. */
export async function compareBooks(
  { db, merchant, double }: Pick<KillRun, 'db' | 'merchant' | 'double'>,
  expected: readonly Expected[],
): Promise<string[]> {
  const rows = await db.execute<Row>(sql`
    select id, charged + refunded as charged, refunded, cancelled, ordered, subscription_id is not null as is_bill,
      array(select type from order_event e where e.merchant_id = o.merchant_id and e.order_id = o.id
        and type not in ('accept', 'fail') order by sequence) as events
    from "order" o where merchant_id = ${merchant.id} and service = 'stripe'`)
  const wanted = new Map(expected.map(({ id, events }) => [id, events.join(' ')]))
  const theirs = new Map<string, string[]>()
  for (const { metadata, authorised, ...book } of double.books()) {
    if (authorised === 0 || metadata.merchant !== merchant.id) continue
    const { captured, refunded, released, open } = book
    const text = [captured, refunded, released, open].join(' / ')
    theirs.set(metadata.order ?? '', [...(theirs.get(metadata.order ?? '') ?? []), text])
  }
  const differences: string[] = []
  for (const { id, charged, refunded, cancelled, ordered, is_bill, events } of rows) {
    const ours = [charged, refunded, cancelled, ordered].join(' / ')
    const there = theirs.get(id) ?? []
    if (there.length !== 1 || there[0] !== ours)
      differences.push(`order ${id} has ${ours}, and Stripe has ${there.join(' and ') || 'nothing'}`)
    const sequence = is_bill ? 'order charge' : wanted.get(id)
    if (events.join(' ') !== sequence) differences.push(`order ${id} has ${events}, instead of ${sequence}`)
    theirs.delete(id)
    wanted.delete(id)
  }
  for (const [id, books] of theirs)
    differences.push(`Stripe has ${books.join(' and ')} of ${id || 'no order'}`)
  for (const id of wanted.keys()) differences.push(`order ${id} does not exist`)
  return differences
}
