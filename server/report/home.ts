import { sql } from 'drizzle-orm'
import type { Context, MerchantScope } from '../core/context'
import type { Day } from '../model/calendar'
import type { CountedAmount } from '../model/money/money'
import type { Days } from '../model/period'
import { feeOf, hasFee } from '../settlement/fees'
import { noTrade, type Trade, tradeOf } from './days'
import { noRecurring, type Recurring, recurringOf } from './recurring'
import { type Span, spansOf } from './spans'
import { outcomesOf, retriedPayments, unpaidOf } from './unpaid-orders'

/** The figures of one span in one currency. */
interface HomeTotals extends Days, Trade {
  /** The day of each part of the span, or of each hour if it is one day. */
  parts: Day[]
  fees: bigint[]
  /** Attempted orders, including those that the card service refused, and how many of them are paid. */
  tried: number
  paid: number
  recurring: Recurring
  /** Payments that had failed and were then charged, and payments that were given up. */
  recovered: Omit<CountedAmount, 'currency'>
  lost: Omit<CountedAmount, 'currency'>
}

export interface HomeReport {
  currency: string
  /** All currencies with figures, the most frequent first. */
  currencies: string[]
  /** Whether the parts are hours. */
  isHourly: boolean
  now: HomeTotals
  /** The same for the period before. */
  before: HomeTotals
  /** Failed payments that are being retried now. */
  atRisk: Omit<CountedAmount, 'currency'>
}

/** Returns the figures of a period and of the one before it, in `wanted` or else the merchant's most likely currency. */
export async function homeReport(
  context: Context,
  { days, wanted }: { days: Days; wanted?: string | undefined },
): Promise<HomeReport> {
  const spans = spansOf(context, days)
  const [now, before, recurring, retried] = await Promise.all([
    partsOf(context, spans.now),
    partsOf(context, spans.before),
    recurringOf(context, [spans.now, spans.before]),
    retriedPayments(context),
  ])
  const currencies = currenciesOf([
    ...[now, before].flatMap(({ trade }) =>
      [...trade].map(([currency, { orders }]) => ({
        currency,
        count: orders.reduce((sum, count) => sum + count, 1),
      })),
    ),
    ...[...(recurring[0]?.keys() ?? [])].map((currency) => ({ currency, count: 1 })),
    ...retried,
  ])
  const own = context.merchant.currency
  const currency = [wanted, own, ...currencies].find((code) => code && currencies.includes(code)) ?? own
  const [nowRecurring, beforeRecurring] = recurring
  return {
    currency,
    currencies,
    isHourly: days.first === days.last,
    now: figuresIn(currency, spans.now, { ...now, recurring: nowRecurring }),
    before: figuresIn(currency, spans.before, { ...before, recurring: beforeRecurring }),
    atRisk: countedIn(retried, currency),
  }
}

/** Everything about a span, by currency. */
async function partsOf(context: Context, span: Span) {
  const [trade, unpaid, fees, outcomes] = await Promise.all([
    tradeOf(context, span),
    unpaidOf(context, span),
    feesIn(context, span),
    outcomesOf(context, span),
  ])
  return { trade, unpaid, fees, ...outcomes }
}

/** Returns the fees of card services in a span, by currency and part. */
async function feesIn(
  { db, merchant }: MerchantScope,
  { parts, until }: Span,
): Promise<Map<string, bigint[]>> {
  const starts = sql.param([...parts.map(({ start }) => start), until].map((each) => each.toISOString()))
  // Each part is a range of the index: assigning each fee to its part took more than twice as long.
  const rows = await db.execute<{ part: number; currency: string; fees: string }>(sql`
    select place::int as part, currency, fees from (
      select start, lead(start) over (order by place) as until, place
      from unnest(${starts}::text[]::timestamptz[]) with ordinality each (start, place)
    ) part cross join lateral (
      select currency, sum(${feeOf})::text as fees from settlement_entry
      where merchant_id = ${merchant.id} and ${hasFee} and date >= part.start and date < part.until
      group by currency
    ) of_part`)
  const found = new Map<string, bigint[]>()
  for (const { part, currency, fees } of rows) {
    const sums = found.get(currency) ?? parts.map(() => 0n)
    found.set(currency, sums)
    sums[part - 1] = BigInt(fees)
  }
  return found
}

function currenciesOf(found: readonly { currency: string; count: number }[]): string[] {
  const counts = new Map<string, number>()
  for (const { currency, count } of found) counts.set(currency, (counts.get(currency) ?? 0) + count)
  return [...counts]
    .sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
    .map(([currency]) => currency)
}

function figuresIn(
  currency: string,
  span: Span,
  {
    trade,
    unpaid,
    fees,
    recovered,
    lost,
    recurring,
  }: Awaited<ReturnType<typeof partsOf>> & { recurring: Map<string, Recurring> | undefined },
): HomeTotals {
  const { first, last, parts } = span
  const own = trade.get(currency) ?? noTrade(span)
  const open = unpaid.find((row) => row.currency === currency)
  const made = own.orders.reduce((sum, count) => sum + count, 0)
  return {
    ...{ first, last },
    parts: parts.map(({ day }) => day),
    ...own,
    fees: fees.get(currency) ?? parts.map(() => 0n),
    tried: made + (open?.refused ?? 0),
    paid: made - (open?.unpaid ?? 0),
    recurring: recurring?.get(currency) ?? noRecurring(span),
    recovered: countedIn(recovered, currency),
    lost: countedIn(lost, currency),
  }
}

function countedIn(sums: readonly CountedAmount[], currency: string) {
  const { amount, count } = sums.find((sum) => sum.currency === currency) ?? { amount: 0n, count: 0 }
  return { amount, count }
}
