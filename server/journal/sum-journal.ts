import { sql } from 'drizzle-orm'
import { journalEntry } from '@/db/schema'
import type { Scope } from '../core/context'
import type { JournalKind } from '../model/journal'
import type { BookPeriod } from './list-entries'

/** The sum of what was charged and refunded at a rate, in minor units. */
export interface RateSum {
  currency: string
  rate: number | null
  charged: { net: bigint; vat: bigint }
  refunded: { net: bigint; vat: bigint }
}

/** The sum of the entries of a kind. */
export interface KindSum {
  currency: string
  kind: JournalKind
  count: number
  amount: bigint
}

/** Sums up the entries of a period by kind, and charges and refunds by rate. A reversal reduces what it reverses. */
export async function sumJournal(
  { db, merchant }: Scope,
  { from, to }: BookPeriod,
): Promise<{ kinds: KindSum[]; rates: RateSum[] }> {
  const inPeriod = sql`entry.merchant_id = ${merchant.id} and entry.booked_on between ${from}::date and ${to}::date`
  const isCharge = sql`(entry.kind = 'charge' or (entry.kind = 'reversal' and entry.amount < 0))`
  const [kinds, rates] = await Promise.all([
    db.execute<Record<string, string>>(sql`
      select entry.currency, entry.kind, count(*) as count, sum(entry.amount) as amount
      from ${journalEntry} entry where ${inPeriod} group by 1, 2 order by 1, 2`),
    db.execute<Record<string, string | null>>(sql`
      select entry.currency, part.rate,
        coalesce(sum(part.net) filter (where ${isCharge}), 0) as charged_net,
        coalesce(sum(part.vat) filter (where ${isCharge}), 0) as charged_vat,
        coalesce(-sum(part.net) filter (where not ${isCharge}), 0) as refunded_net,
        coalesce(-sum(part.vat) filter (where not ${isCharge}), 0) as refunded_vat
      from ${journalEntry} entry
      cross join lateral jsonb_to_recordset(entry.vat) as part(rate numeric, net bigint, vat bigint)
      where ${inPeriod} and entry.kind in ('charge', 'refund', 'reversal')
      group by 1, 2 order by 1, 2 desc nulls last`),
  ])
  return {
    kinds: kinds.map(({ currency = '', kind, count, amount = '0' }) => ({
      currency,
      kind: kind as JournalKind,
      count: Number(count),
      amount: BigInt(amount),
    })),
    rates: rates.map((row) => ({
      currency: row.currency ?? '',
      rate: row.rate == null ? null : Number(row.rate),
      charged: { net: BigInt(row.charged_net ?? 0), vat: BigInt(row.charged_vat ?? 0) },
      refunded: { net: BigInt(row.refunded_net ?? 0), vat: BigInt(row.refunded_vat ?? 0) },
    })),
  }
}
