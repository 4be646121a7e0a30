import type { z } from 'zod'
import type { Context } from '../core/context'
import { textCell } from '../core/csv'
import { type ExportColumns, exportedColumns, exportList } from '../core/export-list'
import { groupBy } from '../core/page'
import type { AccountRecord } from '../store/accounts'
import { type UnpaidOrder, unpaidOf } from '../subscription/unpaid-orders'
import { AccountSearchQuery, searchAccounts } from './search-accounts'

export const AccountExport = AccountSearchQuery.extend(exportedColumns)

type Row = AccountRecord & { unpaid: UnpaidOrder[] }

const columns: ExportColumns<Row> = {
  customer: { customer: ({ customer }) => textCell(customer?.name ?? '') },
  email: { email: ({ customer }) => textCell(customer?.email ?? '') },
  status: { status: ({ status }) => status },
  card: {
    card: ({ methods: [card] }) => card?.scheme ?? '',
    last4: ({ methods: [card] }) => card?.last4 ?? '',
  },
  subscriptions: {
    subscriptions: ({ subscriptions }) => String(subscriptions.filter(({ due }) => due !== null).length),
  },
  unpaid: {
    unpaid: ({ unpaid: [first] }) => first ?? '',
    currency: ({ unpaid: [first] }) => first?.currency ?? '',
  },
  created: { created: ({ created }) => created.toISOString() },
  number: { number: ({ number }) => textCell(number ?? '') },
  language: { language: ({ language, chosenLanguage }) => language ?? chosenLanguage ?? '' },
  tags: { tags: ({ tags }) => textCell((tags ?? []).join(', ')) },
  id: { id: ({ id }) => id },
}

/** Exports the accounts of a search as CSV, in its order. */
export function exportAccounts(
  context: Context,
  query: z.output<typeof AccountExport>,
): ReadableStream<Uint8Array> {
  return exportList(context, query, {
    columns,
    read: async (page) => {
      const { rows, ...end } = await searchAccounts(context, page)
      const unpaid = groupBy(
        await unpaidOf(
          context,
          rows.map(({ id }) => id),
        ),
        ({ accountId }) => accountId,
      )
      return { ...end, rows: rows.map((row) => ({ ...row, unpaid: unpaid.get(row.id) ?? [] })) }
    },
  })
}
