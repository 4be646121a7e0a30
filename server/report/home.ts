import type { Context } from '../core/context'
import type { CountedAmount } from '../model/money/money'
import type { Days } from '../model/period'
import { decidedIn, totalLostToDisputes } from '../settlement/disputes'
import { noTrade, type Trade, tradeOf } from './days'
import { neverPaidOf, outcomesOf } from './never-paid'
import { retriedPayments } from './outstanding-payments'
import { noRecurring, type Recurring, recurringOf } from './recurring'
import { type Span, spansOf } from './spans'

/** The figures of one span in one currency. */
interface HomeTotals extends Days, Trade {
  /** The end of the last day, or the time until which a period that is not over is shown or compared. */
  until: Date
  /** The name of each part of the span: its day or hour. */
  parts: string[]
  /** How many of the parts have begun. */
  begun: number
  /**
   * Attempted orders, including those that the card service refused, and how many of them were accepted: authorised or
   * charged.
   */
  tried: number
  accepted: number
  recurring: Recurring
  /** Payments that had failed and were then charged, and payments that were given up. */
  recovered: Omit<CountedAmount, 'currency'>
  lost: Omit<CountedAmount, 'currency'>
  /** What customers' banks took back for good. It is in no other figure. */
  lostToDisputes: Omit<CountedAmount, 'currency'>
}

export interface HomeReport {
  currency: string
  /** All currencies with figures, the most frequent first, then others that can be chosen. */
  currencies: string[]
  /** Whether the parts are hours. */
  isHourly: boolean
  now: HomeTotals
  /** The same for the period before. */
  before: HomeTotals
  /** Failed payments that are being retried now. */
  atRisk: Omit<CountedAmount, 'currency'>
}

/**
 * Returns the figures of a period and of the one before it, in `wanted` or else the merchant's most likely currency. A
 * wanted currency without figures stays chosen, and the merchant's own can be chosen beside it.
 */
export async function homeReport(
  context: Context,
  { days, wanted }: { days: Days; wanted?: string | undefined },
): Promise<HomeReport> {
  const spans = spansOf(context, days)
  const [now, before, retried] = await Promise.all([
    partsOf(context, spans.now),
    partsOf(context, spans.before),
    retriedPayments(context),
  ])
  const found = currenciesOf([
    ...[now, before].flatMap(({ trade }) =>
      [...trade].map(([currency, { orders }]) => ({
        currency,
        count: orders.reduce((sum, count) => sum + count, 1),
      })),
    ),
    ...[...now.recurring.keys()].map((currency) => ({ currency, count: 1 })),
    ...now.lostToDisputes,
    ...retried,
  ])
  const own = context.merchant.currency
  const currency = wanted ?? [own, ...found].find((code) => found.includes(code)) ?? own
  const currencies = wanted === undefined ? found : [...new Set([...found, wanted, own])]
  return {
    currency,
    currencies,
    isHourly: days.first === days.last,
    now: figuresIn(currency, spans.now, now),
    before: figuresIn(currency, spans.before, before),
    atRisk: countedIn(retried, currency),
  }
}

/** Everything about a span, by currency. */
async function partsOf(context: Context, span: Span) {
  const [trade, unpaid, recurring, outcomes, lostToDisputes] = await Promise.all([
    tradeOf(context, span),
    neverPaidOf(context, span),
    recurringOf(context, span),
    outcomesOf(context, span),
    totalLostToDisputes(context, decidedIn(span)),
  ])
  return { trade, unpaid, recurring, ...outcomes, lostToDisputes }
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
  { trade, unpaid, recurring, recovered, lost, lostToDisputes }: Awaited<ReturnType<typeof partsOf>>,
): HomeTotals {
  const { first, last, until, parts } = span
  const own = trade.get(currency) ?? noTrade(span)
  const open = unpaid.find((row) => row.currency === currency)
  const made = own.orders.reduce((sum, count) => sum + count, 0)
  return {
    ...{ first, last, until },
    parts: parts.map(({ name }) => name),
    begun: parts.filter(({ start }) => start < until).length,
    ...own,
    tried: made + (open?.refused ?? 0),
    accepted: made - (open?.unpaid ?? 0),
    recurring: recurring.get(currency) ?? noRecurring(span),
    recovered: countedIn(recovered, currency),
    lost: countedIn(lost, currency),
    lostToDisputes: countedIn(lostToDisputes, currency),
  }
}

function countedIn(sums: readonly CountedAmount[], currency: string) {
  const { amount, count } = sums.find((sum) => sum.currency === currency) ?? { amount: 0n, count: 0 }
  return { amount, count }
}
