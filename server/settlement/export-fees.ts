import type { z } from 'zod'
import type { Context } from '../core/context'
import { textCell } from '../core/csv'
import { type ExportColumns, exportedColumns, exportList } from '../core/export-list'
import { type Fee, FeeSearch, listFees } from './fees'

export const FeeExport = FeeSearch.extend(exportedColumns)

const columns: ExportColumns<Fee> = {
  kind: { kind: ({ kind }) => kind },
  order: { order: ({ orderId }) => orderId ?? '', number: ({ number }) => textCell(number ?? '') },
  fee: { fee: ({ fee, currency }) => ({ amount: fee, currency }), currency: ({ currency }) => currency },
  date: { date: ({ date }) => date.toISOString() },
  payout: { payout: ({ payoutId }) => payoutId ?? '' },
}

/** Exports the list of fees as CSV, in its order. */
export const exportFees = (context: Context, query: z.output<typeof FeeExport>): ReadableStream<Uint8Array> =>
  exportList(context, query, { columns, read: (page) => listFees(context, page) })
