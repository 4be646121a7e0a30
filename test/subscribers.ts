import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

/**
 * Copies an account with one card `count` times. Each copy has a monthly subscription due on `due` and, at the
 * simulated acquirer, a card of its own. `from` numbers the first copy.
 */
export async function addSubscribers(
  db: Database,
  like: { merchantId: string; accountId: string },
  { count, from = 1, due, callback }: { count: number; from?: number; due: string; callback?: string },
): Promise<void> {
  const { merchantId, accountId } = like
  const letters = (prefix: string) =>
    sql`${prefix} || translate(lpad(n::text, 15, '0'), '0123456789', 'abcdefghij')`
  const [account, card] = [letters('A'), letters('C')]
  // Different ones, as in a real database: triggers may find a new subscription by its id.
  const subscription = sql`translate(right(lpad(to_hex(n), 4, '0'), 4), '0123456789', 'ghijklmnop')`
  const series = sql`generate_series(${from}::int, ${from + count - 1}::int) n`
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into account (merchant_id, id, customer, status, created)
      select merchant_id, ${account}, customer, status, created from account, ${series}
      where merchant_id = ${merchantId} and id = ${accountId}`)
    // Otherwise foreign keys are checked with a plan for a small table, which reads all of it for each row.
    await tx.execute(sql`analyze account`)
    await tx.execute(sql`
      insert into acquirer_card (merchant_id, id, scheme, iin, last4, expires, fingerprint, behaviour, stored_by, created)
      select c.merchant_id, ${card}, c.scheme, c.iin, c.last4, c.expires, c.fingerprint, c.behaviour, c.stored_by, c.created
      from method m join acquirer_card c on c.merchant_id = m.merchant_id and c.id = m.service_reference, ${series}
      where m.merchant_id = ${merchantId} and m.account_id = ${accountId}`)
    await tx.execute(sql`
      insert into method (merchant_id, account_id, id, position, service, service_reference, fingerprint, token, scheme,
        iin, last4, expires, created)
      select merchant_id, ${account}, ${card}, position, service,
        case service when 'test' then ${card} else service_reference end, fingerprint, token, scheme, iin, last4, expires, created
      from method, ${series} where merchant_id = ${merchantId} and account_id = ${accountId}`)
    await tx.execute(sql`
      insert into subscription (merchant_id, account_id, id, items, currency, amount, schedule, start, due, callback, created)
      select ${merchantId}, ${account}, ${subscription}, '99.5'::jsonb, 'SEK', 9950, '{"frequency":"monthly"}'::jsonb, ${due}::date,
        ${due}::date, ${callback ?? null}, now()
      from ${series}`)
  })
  await db.execute(sql`analyze account, acquirer_card, method, subscription`)
}
