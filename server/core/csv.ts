import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { type Money, toMajorText } from '../model/money/money'

/** A text, or an amount that is written with the decimals of its currency. */
export type Cell = string | Money

/**
 * Returns rows as CSV (RFC 4180, UTF-8 with a byte order mark), read as fast as the client takes them, so memory use does
 * not depend on their number. Spreadsheets of locales with a decimal comma expect semicolons between cells.
 */
export function csvOf(
  columns: string[],
  rows: AsyncIterable<Cell[]>,
  { locale }: { locale: string },
): ReadableStream<Uint8Array> {
  const hasComma = hasDecimalComma(locale)
  const csv = stringify({ header: true, columns, bom: true, delimiter: hasComma ? ';' : ',' })
  const cellOf = (cell: Cell): string => (typeof cell === 'string' ? cell : decimal(cell, hasComma))
  const texts = async function* () {
    for await (const row of rows) yield row.map(cellOf)
  }
  // If either end fails or closes, so does the other. The client sees the error in its stream.
  pipeline(Readable.from(texts()), csv, () => {})
  return Readable.toWeb(csv) as ReadableStream<Uint8Array>
}

const hasDecimalComma = (locale: string): boolean =>
  new Intl.NumberFormat(locale)
    .formatToParts(0.5)
    .some(({ type, value }) => type === 'decimal' && value === ',')

const decimal = (money: Money, hasComma: boolean): string =>
  hasComma ? toMajorText(money).replace('.', ',') : toMajorText(money)

/**
 * Escapes a text that an outsider may have chosen. A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as
 * a formula, even after spaces or invisible characters, or in full-width form. It reads digits as a number and drops
 * leading zeros, and digits after the fifteenth. An apostrophe makes all of them text.
 */
export const textCell = (text: string): string =>
  isFormula.test(text) || isLikeNumber.test(text) ? `'${text}` : text

const isFormula = /^[\s\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0]*[=+\-@＝＋－＠﹢﹣﹦﹫−]/u
const isLikeNumber = /^(?:0\d+|\d{16,})$/
