import { and, desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { order, settlementEntry } from '@/db/schema'
import type { MerchantScope } from '../core/context'
import { cursorOf, rowsAfter } from '../core/cursor'
import { onDays } from '../core/day-range'
import { type Page, pageBy } from '../core/page'
import { currency, date, instant, storableText } from '../model/fields'
import { ofItsOrder } from './sums'

export const FeeSearch = z.strictObject({
  currency: currency().optional(),
  /** The first and the last day, in the merchant's time zone. */
  start: date().optional(),
  end: date().optional(),
  after: z.string().max(300).optional(),
})
export type FeeSearch = z.output<typeof FeeSearch>

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

/** Selects the fees that match filters. */
export const feesMatching = (
  { id, timeZone }: MerchantScope['merchant'],
  { currency, ...days }: Pick<FeeSearch, 'currency' | 'start' | 'end'>,
) =>
  and(
    eq(settlementEntry.merchantId, id),
    hasFee,
    currency === undefined ? undefined : eq(settlementEntry.currency, currency),
    onDays(settlementEntry.date, days, timeZone),
  )

/** Returns card services' fees, newest first. */
export async function listFees(
  { db, merchant }: MerchantScope,
  { after, limit, ...search }: FeeSearch & { limit: number },
): Promise<Page<Fee>> {
  const { date, service, id } = settlementEntry
  const rows = await db
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
    .where(and(feesMatching(merchant, search), after === undefined ? undefined : afterFee(after)))
    .orderBy(desc(date), desc(service), desc(id))
    .limit(limit + 1)
  return pageBy(rows, limit, (row) => places.write([row.date.toISOString(), row.service, row.id]))
}

const places = cursorOf(z.tuple([instant(), storableText(200), storableText(200)]))

function afterFee(after: string) {
  const [at, service, id] = places.read(after)
  return rowsAfter(
    [settlementEntry.date, settlementEntry.service, settlementEntry.id],
    [sql`${at}::timestamptz`, sql`${service}`, sql`${id}`],
  )
}
