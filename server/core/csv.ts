import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { type Money, toMajorText } from '../model/money/money'
import { streamOf } from './stream'

/** A text, a number such as a rate, or amounts that are written with the decimals of their currencies: "40.00 + 28.00". */
export type Cell = string | number | Money | readonly Money[]

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
  const decimal = (text: string): string => (hasComma ? text.replace('.', ',') : text)
  const csv = stringify({ header: true, columns, bom: true, delimiter: hasComma ? ';' : ',' })
  const cellOf = (cell: Cell): string => {
    if (typeof cell === 'string') return cell
    if (typeof cell === 'number') return decimal(String(cell))
    return [cell]
      .flat()
      .map((money) => decimal(toMajorText(money)))
      .join(' + ')
  }
  const texts = async function* () {
    for await (const row of rows) yield row.map(cellOf)
  }
  // If either end fails or closes, so does the other. The client sees the error in its stream.
  pipeline(Readable.from(texts()), csv, () => {})
  return streamOf(csv)
}

const hasDecimalComma = (locale: string): boolean =>
  new Intl.NumberFormat(locale)
    .formatToParts(0.5)
    .some(({ type, value }) => type === 'decimal' && value === ',')

/**
 * Escapes a text that an outsider may have chosen. A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as
 * a formula, even after spaces or invisible characters, or in full-width form. It reads digits as a number and drops
 * leading zeros, and digits after the fifteenth. It reads `1E5` as a power of ten, and `3/4` and `2026-12` as dates. An
 * apostrophe makes all of them text.
 */
export const textCell = (text: string): string =>
  isFormula.test(text) || isLikeNumber.test(text) ? `'${text}` : text

const isFormula = /^[\s\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0]*[=+\-@＝＋－＠﹢﹣﹦﹫−]/u
const isLikeNumber = /^(?:0\d+|\d{16,}|[\d.,]+e\d+|\d+[.,]\d+|\d{1,4}([-/.:])\d{1,2}(\1\d{1,4})?)$/i
