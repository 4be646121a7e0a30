import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/**
 * Returns rows as CSV (RFC 4180, UTF-8), read as fast as the client takes them, so memory use does not depend on their
 * number.
 */
export function csvOf(columns: string[], rows: AsyncIterable<string[]>): ReadableStream<Uint8Array> {
  const csv = stringify({ header: true, columns, bom: true })
  // If either end fails or closes, the other one ends too. The client sees the error in its stream.
  pipeline(Readable.from(rows), csv, () => {})
  return Readable.toWeb(csv) as ReadableStream<Uint8Array>
}

/**
 * Escapes a text that an outsider may have chosen. A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as
 * a formula, even after spaces or invisible characters, or in full-width form. An apostrophe makes it text.
 */
export const textCell = (text: string): string =>
  /^[\s\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0]*[=+\-@＝＋－＠﹢﹣﹦﹫−]/u.test(text) ? `'${text}` : text
