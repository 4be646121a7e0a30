import { z } from 'zod'
import type { Context } from './context'
import { type Cell, csvOf } from './csv'
import type { Page, PageRequest } from './page'

/** The columns of a list that an export has, in their order, as the list's address names them: `customer,amount`. */
export const exportedColumns = { columns: z.string().max(500).optional() }

/** What an export writes for each column of a list: one or more columns with their headers. */
export type ExportColumns<Row> = Record<string, Record<string, (row: Row) => Cell>>

const rowsAtATime = 1000

/** The query of a list, with the columns to export. */
interface ExportQuery {
  columns?: string | undefined
  after?: string | undefined
}

/**
 * Exports all pages of a list as CSV, with the columns that the query names, or all of them if it names none. `read`
 * returns a page of the list. Reads a thousand rows at a time, as fast as the client takes them, so memory use does not
 * depend on their number.
 */
export function exportList<Row, Query extends ExportQuery>(
  { merchant }: Pick<Context, 'merchant'>,
  { columns: chosen, after, ...query }: Query,
  {
    columns,
    read,
  }: {
    columns: ExportColumns<Row>
    read: (page: Omit<Query, 'columns' | 'after'> & PageRequest) => Promise<Page<Row>>
  },
): ReadableStream<Uint8Array> {
  const known = new Map(Object.entries(columns))
  const keys = chosen === undefined ? [...known.keys()] : [...new Set(chosen.split(','))]
  const cells = keys.flatMap((key) => Object.entries(known.get(key) ?? {}))
  const rows = async function* () {
    let next = after
    do {
      const page = await read({ ...query, after: next, limit: rowsAtATime })
      for (const row of page.rows) yield cells.map(([, cellOf]) => cellOf(row))
      next = page.next
    } while (next !== undefined)
  }
  return csvOf(
    cells.map(([head]) => head),
    rows(),
    merchant,
  )
}
