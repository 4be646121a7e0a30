import { setImmediate as breathe } from 'node:timers/promises'
import type { DocumentContent, DocumentLine } from '../model/document/content'
import { numberFormat } from '../model/formats'
import { bareMoneyIn, barePriceIn } from '../model/money/format-money'
import { heightOf, put, type Style, widthOf } from './put-text'
import { artifact, grey, group, makeRoom, rule, type Sheet, tag } from './sheet'
import type { DocumentWords } from './texts'

interface DrawnColumn {
  head: string
  x: number
  width: number
  align: 'left' | 'right'
}

interface DrawnRow {
  cells: string[]
  isBold?: boolean
}

const gap = 12
const padding = { above: 5, below: 3.5 }

interface Head {
  name: string
  /** The maximum width of a column whose cells may be long texts. */
  most?: number
}

export interface Table {
  heads: Head[]
  rows: DrawnRow[]
  /** A narrower table ends at the right edge. */
  width: number
  /** The minimum width of the first column, which holds names. */
  leastName: number
}

const headStyle: Style = { size: 7.5, colour: grey }

/** Returns the height of a table on one page. */
export function heightOfTable(sheet: Sheet, table: Table): number {
  const { headHeight, heightOfRow } = measured(sheet, table)
  return table.rows.reduce((sum, row) => sum + heightOfRow(row), headHeight)
}

/**
 * Draws a table whose header is repeated on each page. Rows are never split. Lets other requests run between rows: a long
 * name takes as long as a request.
 */
export async function drawTable(sheet: Sheet, table: Table): Promise<void> {
  const { columns, headHeight, heightOfRow, styleOf } = measured(sheet, table)
  const { rows, width } = table
  const drawHead = (draw: (write: () => void) => void) => {
    for (const { head, x, width, align } of columns) {
      const y = sheet.y + headHeight - belowHead - heightOf(sheet, head, width, headStyle)
      draw(() => put(sheet, head, x, y, width, { ...headStyle, align }))
    }
    sheet.y += headHeight
    rule(sheet, { y: sheet.y, width, colour: grey })
  }
  const element = group(sheet, sheet.root, 'Table')
  const [first] = rows
  makeRoom(sheet, headHeight + (first ? heightOfRow(first) : 0))
  const headRow = group(sheet, element, 'TR')
  drawHead((write) => tag(sheet, headRow, 'TH', write))
  headRow.end()
  for (const row of rows) {
    await breathe()
    const height = heightOfRow(row)
    if (makeRoom(sheet, height)) drawHead((write) => artifact(sheet, write))
    const tr = group(sheet, element, 'TR')
    for (const [at, column] of columns.entries())
      tag(sheet, tr, 'TD', () =>
        put(
          sheet,
          row.cells[at] ?? '',
          column.x,
          sheet.y + padding.above,
          column.width,
          styleOf(row, column),
        ),
      )
    tr.end()
    sheet.y += height
    rule(sheet, { y: sheet.y, width })
  }
  element.end()
}

const belowHead = 4

function measured(sheet: Sheet, table: Table) {
  const { columns, size } = layOut(sheet, table)
  const styleOf = ({ isBold }: DrawnRow, { align }: DrawnColumn): Style => ({
    size,
    align,
    ...(isBold && { weight: 'bold' }),
    tabular: align === 'right',
  })
  const heads = columns.map(({ head, width }) => heightOf(sheet, head, width, headStyle))
  const heightOfRow = (row: DrawnRow) => {
    const heights = columns.map((column, at) =>
      heightOf(sheet, row.cells[at] || ' ', column.width, styleOf(row, column)),
    )
    return Math.max(...heights) + padding.above + padding.below
  }
  return { columns, styleOf, headHeight: Math.max(...heads) + belowHead, heightOfRow }
}

/** Gives every column of figures the width of its widest cell, up to its maximum, and the remaining width to the names. */
function layOut(
  sheet: Sheet,
  { heads, rows, width, leastName }: Table,
): { columns: DrawnColumn[]; size: number } {
  const sizes = [8.5, 7.5, 6.5]
  for (const size of sizes) {
    const widths = heads.slice(1).map(({ name: head, most = Number.POSITIVE_INFINITY }, at) => {
      const cells = rows.map(({ cells, isBold }) =>
        widthOf(sheet, cells[at + 1] ?? '', { size, tabular: true, ...(isBold && { weight: 'bold' }) }),
      )
      // A head may take two lines.
      const words = head.split(' ').map((word) => widthOf(sheet, word, headStyle))
      const half = words.length > 1 ? widthOf(sheet, head, headStyle) * 0.6 : 0
      return Math.max(Math.min(Math.max(...cells), most), ...words, half)
    })
    const name = width - widths.reduce((sum, each) => sum + each + gap, 0)
    if (name < leastName && size !== sizes.at(-1)) continue
    let x = sheet.left + sheet.width - width
    const columns = heads.map(({ name: head }, at): DrawnColumn => {
      const column = { head, x, width: at === 0 ? name : (widths[at - 1] ?? 0) }
      x += column.width + gap
      return { ...column, align: at === 0 ? 'left' : 'right' }
    })
    return { columns, size }
  }
  throw new Error('No size of text was tried')
}

/** Draws the lines: what was charged or refunded. */
export function drawLines(
  sheet: Sheet,
  { currency, lines, nameOfRest, content, words }: LinesToDraw,
): Promise<void> {
  const { locale } = content
  const money = (minor: string) => bareMoneyIn(locale, { amount: BigInt(minor), currency })
  const number = numberFormat(locale, { maximumFractionDigits: 10 })
  const { item, quantity, price, net, rate, vat, gross } = words
  // An amount that belongs to no line has no units.
  const isCounted = lines.some((line) => line.price !== undefined)
  const counted = (line: DocumentLine) =>
    line.price === undefined
      ? ['', '']
      : [
          [number.format(Number(line.quantity)), line.unit].filter(Boolean).join(' '),
          barePriceIn(locale, Number(line.price), currency),
        ]
  const rows = lines.map((line) => ({
    cells: [
      line.name ?? nameOfRest,
      ...(isCounted ? counted(line) : []),
      money(line.net),
      line.rate === null ? '–' : number.format(line.rate),
      line.rate === null ? '–' : money(line.vat),
      money(line.gross),
    ],
  }))
  return drawTable(sheet, {
    heads: [
      { name: item },
      // A unit may be any text.
      ...(isCounted ? [{ name: quantity, most: 80 }, { name: price }] : []),
      ...[net, rate, vat, gross].map((name) => ({ name })),
    ],
    rows,
    width: sheet.width,
    leastName: 130,
  })
}

interface LinesToDraw {
  currency: string
  lines: DocumentLine[]
  /** The name of an amount that belongs to no line. */
  nameOfRest: string
  content: DocumentContent
  words: DocumentWords
}
