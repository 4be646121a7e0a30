import type { z } from 'zod'
import type { Context } from '../core/context'
import { textCell } from '../core/csv'
import { type ExportColumns, exportedColumns, exportList } from '../core/export-list'
import { DocumentSearch, type DocumentSummary, searchDocuments } from './search-documents'

export const DocumentListExport = DocumentSearch.extend(exportedColumns)

/** Credit notes return money, so their amounts are negative. */
const signed = ({ kind }: DocumentSummary, amount: bigint) => (kind === 'credit-note' ? -amount : amount)

const columns: ExportColumns<DocumentSummary> = {
  number: { number: ({ number }) => textCell(number ?? '') },
  kind: { kind: ({ kind }) => kind },
  customer: { customer: ({ buyer }) => textCell(buyer ?? '') },
  order: { order: ({ orderNumber, orderId }) => textCell(orderNumber ?? orderId) },
  date: { date: ({ created }) => created.toISOString() },
  issued: { issued: ({ issuedOn }) => issuedOn ?? '' },
  amount: {
    amount: (row) => ({ amount: signed(row, row.gross), currency: row.currency }),
    currency: ({ currency }) => currency,
  },
  vat: { vat: (row) => ({ amount: signed(row, row.vat), currency: row.currency }) },
  id: { id: ({ id }) => id },
}

/** Exports the list of documents of a search as CSV, in its order. */
export const exportDocumentList = (
  context: Context,
  query: z.output<typeof DocumentListExport>,
): ReadableStream<Uint8Array> =>
  exportList(context, query, { columns, read: (page) => searchDocuments(context, page) })
