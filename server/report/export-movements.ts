import type { z } from 'zod'
import type { Context } from '../core/context'
import { textCell } from '../core/csv'
import { type ExportColumns, exportedColumns, exportList } from '../core/export-list'
import { itemsInShort } from '../model/subscription/schedule-in-words'
import { listMovements, type Movement, MovementSearch } from './movements'

export const MovementExport = MovementSearch.extend(exportedColumns)

const columns: ExportColumns<Movement> = {
  subscription: {
    subscription: ({ subscription }) => textCell(itemsInShort(subscription.items, subscription.number)),
  },
  customer: { customer: ({ customer }) => textCell(customer?.name ?? customer?.email ?? '') },
  kind: { movement: ({ kind }) => kind },
  why: { why: ({ why }) => why ?? '' },
  monthly: {
    'per month': ({ monthly, currency }) => ({ amount: monthly, currency }),
    currency: ({ currency }) => currency,
  },
  date: { date: ({ date }) => date.toISOString() },
}

/** Exports changes in subscription revenue as CSV, in the order of their list. */
export const exportMovements = (
  context: Context,
  query: z.output<typeof MovementExport>,
): ReadableStream<Uint8Array> =>
  exportList(context, query, { columns, read: (page) => listMovements(context, page) })
