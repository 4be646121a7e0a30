import * as z from 'zod'
import { dayOf } from '../model/calendar'
import type { Context } from './context'
import { type Cell, csvOf } from './csv'
import { pageEnd } from './export-turns'
import type { Page, PageRequest } from './page'

/**
 * What an export writes for each column of a list: one or more columns with their headers, each once. One that is also
 * a column of its own is written there if both are exported.
 */
export type ExportColumns<Row> = Record<string, Record<string, (row: Row, merchant: Zoned) => Cell>>

type Zoned = Pick<Context['merchant'], 'timeZone'>

/** The merchant's day of an instant, which is in UTC in another column. */
export const dayColumn =
  <Row>(instantOf: (row: Row) => Date) =>
  (row: Row, { timeZone }: Zoned): string =>
    dayOf(instantOf(row), timeZone)

const isDay = ([head]: [head: string, ...unknown[]]) => head === 'day'
const isNoDay = (column: [head: string, ...unknown[]]) => !isDay(column)

const rowsAtATime = 1000

/** Writes the CSV of a list; `query` is what its address may contain. */
export type ListExport<Query> = {
  (context: Context, query: Query): ReadableStream<Uint8Array>
  query: z.ZodType<Query>
}

/**
 * Returns the export of a list: all its pages as CSV, in the list's order, with the columns that the query names
 * (`customer,amount`), or the `complete` ones if it names none. `read` returns a page of the list, with what the chosen
 * columns need. Reads a thousand rows at a time, as fast as the client takes them, so memory use does not depend on their
 * number.
 */
export function listExport<Shape extends z.core.$ZodLooseShape, Row>(
  search: z.ZodObject<Shape>,
  columns: ExportColumns<Row>,
  read: (
    context: Context,
    page: z.output<z.ZodObject<Shape>> & PageRequest,
    chosen: readonly string[],
  ) => Promise<Page<Row>>,
  complete: readonly string[] = Object.keys(columns),
): ListExport<z.output<z.ZodObject<Shape>> & Chosen> {
  type Query = z.output<z.ZodObject<Shape>> & Chosen
  const known = new Map(Object.entries(columns))
  const write = (context: Context, { columns: chosen, ...first }: Query) => {
    const keys = chosen?.split(',') ?? complete
    const written = keys.flatMap((key) =>
      Object.entries(known.get(key) ?? {}).filter(([head]) => head === key || !keys.includes(head)),
    )
    const named = [...new Map(written)]
    // Beside its time in a list's columns. Last in complete files, which programs may read by position.
    const cells = chosen === undefined ? [...named.filter(isNoDay), ...named.filter(isDay)] : named
    const rows = async function* () {
      let page: Page<Row> | undefined
      do {
        const next = page && { after: page.next }
        page = await read(context, { ...first, ...next, limit: rowsAtATime } as never, keys)
        for (const row of page.rows) yield cells.map(([, cellOf]) => cellOf(row, context.merchant))
        yield pageEnd
      } while (page.next !== undefined)
    }
    return csvOf(
      cells.map(([head]) => head),
      rows(),
      context.merchant,
    )
  }
  // An export has all pages: it starts at the first one.
  const { after: _, ...filters } = search.shape
  const query = z.strictObject({ ...filters, columns: z.string().max(500).optional() })
  return Object.assign(write, { query: query as unknown as z.ZodType<Query> })
}

interface Chosen {
  columns?: string | undefined
}
