import { stringify } from 'csv-stringify/sync'
import { dateFormat } from '../model/formats'
import { type Money, toMajorText } from '../model/money/money'
import { inTurns, type pageEnd } from './export-turns'
import { streamOf } from './stream'

/** A text, a number such as a rate, or amounts that are written with the decimals of their currencies: "40.00 + 28.00". */
export type Cell = string | number | Money | readonly Money[]

const rowsInATurn = 250

/**
 * Returns rows as CSV (RFC 4180, UTF-8 with a byte order mark), read as fast as the client takes them, so memory use does
 * not depend on their number. Spreadsheets of locales with a decimal comma expect semicolons between cells, and so do
 * those of Switzerland and Liechtenstein.
 */
export function csvOf(
  columns: string[],
  rows: AsyncIterable<Cell[] | typeof pageEnd>,
  { locale }: { locale: string },
): ReadableStream<Uint8Array> {
  const hasComma = hasDecimalComma(locale)
  const [delimiter, other] = hasComma || isSwiss(locale) ? [';', ','] : [',', ';']
  const decimal = (text: string): string => (hasComma ? text.replace('.', ',') : text)
  const withoutFormulas = formulaEscaper(other)
  const cellOf = (cell: Cell): string => {
    if (typeof cell === 'string') return withoutFormulas(cell)
    if (typeof cell === 'number') return decimal(String(cell))
    return [cell]
      .flat()
      .map((money) => decimal(toMajorText(money)))
      .join(' + ')
  }
  let isFirst = true
  const write = (taken: Cell[][]): Uint8Array => {
    const head = isFirst && { header: true, columns, bom: true }
    isFirst = false
    const cells = taken.map((row) => row.map(cellOf))
    return Buffer.from(stringify(cells, { ...head, delimiter, quoted_match: '\r' }))
  }
  return streamOf(inTurns(rows, rowsInATurn, write))
}

/**
 * Escapes formulas after what a spreadsheet of another locale takes for the end of a cell: `Jane;=A1` in a file with
 * commas would become two cells there. Quotes do not prevent that: a spreadsheet honours quotes only at what it
 * considers the start of a cell.
 */
export function formulaEscaper(otherDelimiter: string): (text: string) => string {
  const end = `[${otherDelimiter}\\t\\r\\n]`
  const ends = new RegExp(end, 'g')
  // Takes all blanks after an end at once, so that a text of many line breaks is read only once.
  const starts = new RegExp(`${end}${blanks}(${formulaSign}?)`, 'gu')
  return (text) => text.replace(starts, (start, sign) => (sign ? start.replace(ends, "$&'") : start))
}

const hasDecimalComma = (locale: string): boolean =>
  new Intl.NumberFormat(locale)
    .formatToParts(0.5)
    .some(({ type, value }) => type === 'decimal' && value === ',')

const isSwiss = (locale: string): boolean => /-(CH|LI)\b/i.test(locale)

/**
 * Escapes a text that an outsider may have chosen. A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as
 * a formula, even after spaces or invisible characters, or in full-width form. It reads digits as a number and drops
 * leading zeros, and digits after the fifteenth. It reads `1E5` as a power of ten, `1,234` and `50%` as numbers, and
 * `3/4`, `2026-12` and `MAR-12` as dates. An apostrophe makes all of them text.
 */
export const textCell = (text: string): string =>
  [isFormula, isLikeNumber, isLikeDate].some((pattern) => pattern.test(text)) ? `'${text}` : text

const blanks = '[\\s\\p{C}\\p{Z}\\p{M}\\u115f\\u1160\\u3164\\uffa0]*'
const formulaSign = '[=+\\-@＝＋－＠﹢﹣﹦﹫−]'
const isFormula = new RegExp(`^${blanks}${formulaSign}`, 'u')
const isLikeNumber =
  /^(?:0\d+|\d{16,}|[\d.,]+e\d+|\d+(?:[.,'’]\d+)+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d[\d.,]*\s?%|\d+ \d+\/\d+)$/i

/** The names of months in the languages of Kassa's customers, long and short: "March", "Mar". */
const months = ['en', 'sv', 'de'].flatMap((language) =>
  (['long', 'short'] as const).flatMap((month) =>
    Array.from({ length: 12 }, (_, place) =>
      dateFormat(language, { month, timeZone: 'UTC' })
        .format(Date.UTC(2026, place, 1))
        .replace('.', ''),
    ),
  ),
)

const month = `(?:${[...new Set(months)].join('|')})\\.?`
const between = '[-/. ]{0,2}'

const isLikeDate = new RegExp(
  `^(?:\\d{1,4}([-/.:])\\d{1,2}(?:\\1\\d{1,4})?|${month}${between}\\d{1,4}|\\d{1,4}${between}${month}(?:${between}\\d{1,4})?)$`,
  'i',
)
