import { and, desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { order, settlementEntry } from '@/db/schema'
import type { MerchantScope } from '../core/context'
import { cursorOf, rowsAfter } from '../core/cursor'
import { onDays } from '../core/day-range'
import { type Page, pageBy } from '../core/page'
import { currency, date, instant } from '../model/fields'
import type { CountedAmount } from '../model/money/money'
import { ofItsOrder, sumsByCurrency } from './sums'

export const FeeSearch = z.strictObject({
  currency: currency().optional(),
  /** The first and the last day, in the merchant's time zone. */
  start: date().optional(),
  end: date().optional(),
  after: z.string().max(300).optional(),
})
type FeeSearch = z.output<typeof FeeSearch>

/** Selects the entries that cost the merchant something. Must match the condition of the index on fees. */
export const hasFee = sql`(${settlementEntry.fee} <> 0 or ${settlementEntry.kind} = 'fee')`

/** What an entry costs: its fee or, for a fee, its whole amount. */
export const feeOf = sql`case when ${settlementEntry.kind} = 'fee'
  then ${settlementEntry.fee} - ${settlementEntry.amount} else ${settlementEntry.fee} end`

/** A fee of a card service, in the currency of the balance. */
export interface Fee {
  service: string
  id: string
  kind: (typeof settlementEntry.$inferSelect)['kind']
  date: Date
  currency: string
  fee: bigint
  orderId: string | null
  payoutId: string | null
  number: string | null
}

/** Returns card services' fees, newest first, and the sums of all matches. */
export async function listFees(
  { db, merchant }: MerchantScope,
  { after, limit, ...search }: FeeSearch & { limit: number },
): Promise<Page<Fee> & { sums: CountedAmount[] }> {
  const { date, service, id } = settlementEntry
  const { currency } = search
  const matching = and(
    eq(settlementEntry.merchantId, merchant.id),
    hasFee,
    currency === undefined ? undefined : eq(settlementEntry.currency, currency),
    onDays(date, search, merchant.timeZone),
  )
  const [rows, sums] = await Promise.all([
    db
      .select({
        service,
        id,
        kind: settlementEntry.kind,
        date,
        currency: settlementEntry.currency,
        fee: sql<bigint>`${feeOf}`.mapWith(BigInt),
        orderId: settlementEntry.orderId,
        payoutId: settlementEntry.payoutId,
        number: order.number,
      })
      .from(settlementEntry)
      .leftJoin(order, ofItsOrder)
      .where(and(matching, after === undefined ? undefined : afterFee(after)))
      .orderBy(desc(date), desc(service), desc(id))
      .limit(limit + 1),
    sumsByCurrency(db, settlementEntry, { amount: sql`sum(${feeOf})`, matching }),
  ])
  return {
    ...pageBy(rows, limit, (row) => places.write([row.date.toISOString(), row.service, row.id])),
    sums,
  }
}

const places = cursorOf(z.tuple([instant(), z.string().max(200), z.string().max(200)]))

function afterFee(after: string) {
  const [at, service, id] = places.read(after)
  return rowsAfter(
    [settlementEntry.date, settlementEntry.service, settlementEntry.id],
    [sql`${at}::timestamptz`, sql`${service}`, sql`${id}`],
  )
}
