import { textCell } from '../core/csv'
import { dayColumn, type ExportColumns, listExport } from '../core/export-list'
import { DocumentSearch, type DocumentSummary, searchDocuments } from './search-documents'

/** Credit notes return money, so their amounts are negative. */
const signed = ({ kind }: DocumentSummary, amount: bigint) => (kind === 'credit-note' ? -amount : amount)

const columns: ExportColumns<DocumentSummary> = {
  number: { number: ({ number }) => textCell(number ?? '') },
  kind: { kind: ({ kind }) => kind },
  customer: { customer: ({ buyer }) => textCell(buyer ?? '') },
  order: { order: ({ orderNumber, orderId }) => textCell(orderNumber ?? orderId) },
  date: { date: ({ created }) => created.toISOString(), day: dayColumn(({ created }) => created) },
  issued: { issued: ({ issuedOn }) => issuedOn ?? '' },
  amount: {
    amount: (row) => ({ amount: signed(row, row.gross), currency: row.currency }),
    currency: ({ currency }) => currency,
  },
  vat: { vat: (row) => ({ amount: signed(row, row.vat), currency: row.currency }) },
  id: { id: ({ id }) => id },
}

/** Exports the list of documents. */
export const exportDocumentList = listExport(DocumentSearch, columns, searchDocuments)
