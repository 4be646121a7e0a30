import * as z from 'zod'
import type { Context } from '../core/context'
import { textCell } from '../core/csv'
import { type ExportColumns, listExport } from '../core/export-list'
import { pageBy } from '../core/page'
import { entriesOfPayout, type NumberedEntry, requirePayout } from './payouts'

const money = (of: 'amount' | 'fee' | 'net') => (row: NumberedEntry) => ({
  amount: row[of],
  currency: row.currency,
})

const columns: ExportColumns<NumberedEntry> = {
  payout: { payout: ({ payoutId }) => payoutId ?? '' },
  id: { id: ({ id }) => id },
  kind: { kind: ({ kind }) => kind },
  date: { date: ({ date }) => date.toISOString() },
  order: { order: ({ orderId }) => orderId ?? '', number: ({ number }) => textCell(number ?? '') },
  amount: { currency: ({ currency }) => currency, amount: money('amount') },
  fee: { fee: money('fee') },
  net: { net: money('net') },
}

const Payout = z.object({ service: z.string(), id: z.string() })

const exportEntries = listExport(Payout, columns, async (context, { after: afterId, limit, ...payout }) =>
  pageBy(await entriesOfPayout(context, { ...payout, afterId, limit: limit + 1 }), limit, ({ id }) => id),
)

/**
 * Exports what a payout consists of as CSV, in the order of the entries' ids. The net amounts add up to the payout.
 * Throws `not-found`.
 */
export async function exportPayout(
  context: Context,
  payout: z.output<typeof Payout>,
): Promise<ReadableStream<Uint8Array>> {
  await requirePayout(context, payout)
  return exportEntries(context, payout)
}
