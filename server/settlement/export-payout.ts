import type { Context } from '../core/context'
import { type Cell, csvOf, textCell } from '../core/csv'
import { entriesOfPayout, type NumberedEntry, requirePayout } from './payouts'

const rowsAtATime = 1000
const columns = ['payout', 'id', 'kind', 'date', 'order', 'number', 'currency', 'amount', 'fee', 'net']

/**
 * Exports what a payout consists of as CSV, in the order of the entries' ids. The net amounts add up to the payout.
 * Throws `not-found`.
 */
export async function exportPayout(
  context: Context,
  payout: { service: string; id: string },
): Promise<ReadableStream<Uint8Array>> {
  await requirePayout(context, payout)
  return csvOf(columns, rowsOf(context, payout), context.merchant)
}

async function* rowsOf(context: Context, payout: { service: string; id: string }): AsyncGenerator<Cell[]> {
  let afterId: string | undefined
  for (;;) {
    const rows = await entriesOfPayout(context, { ...payout, afterId, limit: rowsAtATime })
    yield* rows.map(cellsOf)
    afterId = rows.at(-1)?.id
    if (rows.length < rowsAtATime) return
  }
}

const cellsOf = (row: NumberedEntry): Cell[] => {
  const { currency } = row
  const money = (amount: bigint) => ({ amount, currency })
  return [
    row.payoutId ?? '',
    row.id,
    row.kind,
    row.date.toISOString(),
    row.orderId ?? '',
    textCell(row.number ?? ''),
    currency,
    money(row.amount),
    money(row.fee),
    money(row.net),
  ]
}
