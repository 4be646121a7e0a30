import type { DocumentRow } from './read-documents'

/** A document's number, without characters that file systems or headers do not allow. */
export const fileNameOf = ({ number, id }: Pick<DocumentRow, 'number' | 'id'>): string =>
  inFileNames(number ?? id)

const inFileNames = (text: string): string => text.replace(/[^\w.-]+/g, '-')

/** A prefix of numbers as file systems compare it: some do not distinguish upper and lower case. */
export const comparedInFileNames = (prefix: string): string => inFileNames(prefix).toLowerCase()
