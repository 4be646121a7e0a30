import { textCell } from '../core/csv'
import { dayColumn, type ExportColumns, listExport } from '../core/export-list'
import { type Fee, FeeSearch, listFees } from './fees'

const columns: ExportColumns<Fee> = {
  kind: { kind: ({ kind }) => kind },
  order: { order: ({ orderId }) => orderId ?? '', number: ({ number }) => textCell(number ?? '') },
  fee: { fee: ({ fee, currency }) => ({ amount: fee, currency }), currency: ({ currency }) => currency },
  date: { date: ({ date }) => date.toISOString(), day: dayColumn(({ date }) => date) },
  payout: { payout: ({ payoutId }) => payoutId ?? '' },
}

/** Exports the list of fees. */
export const exportFees = listExport(FeeSearch, columns, listFees)
