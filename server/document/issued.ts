import type { DocumentRow } from './read-documents'

/** A document with a number. It never changes. */
export type IssuedDocument = DocumentRow & { number: string; issued: Date; issuedOn: string }

export const isIssued = (row: DocumentRow): row is IssuedDocument =>
  row.number !== null && row.issued !== null && row.issuedOn !== null
