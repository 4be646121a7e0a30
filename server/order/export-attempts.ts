import type { z } from 'zod'
import type { Context } from '../core/context'
import { textCell } from '../core/csv'
import { type ExportColumns, exportedColumns, exportList } from '../core/export-list'
import { type AccountRow, accountsById } from '../store/accounts'
import { AttemptFilters } from './attempt-filters'
import { type Attempt, listAttempts } from './list-attempts'

export const AttemptExport = AttemptFilters.extend(exportedColumns)

type Row = Attempt & Pick<AccountRow, 'customer'>

const columns: ExportColumns<Row> = {
  created: { created: ({ created }) => created.toISOString() },
  customer: { customer: ({ customer }) => textCell(customer?.name ?? '') },
  email: { email: ({ customer }) => textCell(customer?.email ?? '') },
  amount: {
    currency: ({ currency }) => currency,
    amount: ({ amount, currency }) => ({ amount, currency }),
  },
  card: { card: ({ card }) => card?.scheme ?? '', last4: ({ card }) => card?.last4 ?? '' },
  reason: { reason: ({ code }) => code },
  source: { source: ({ source }) => source ?? '' },
  kind: { kind: ({ kind }) => kind },
  next: { next: ({ retryOn }) => retryOn ?? '' },
  number: { number: ({ number }) => textCell(number ?? '') },
  order: { order: ({ orderId }) => orderId },
  account: { account: ({ accountId }) => accountId ?? '' },
}

/** Exports failed attempts as CSV (amounts in the major unit, times in UTC), newest first. */
export const exportAttempts = (
  context: Context,
  query: z.output<typeof AttemptExport>,
): ReadableStream<Uint8Array> =>
  exportList(context, query, {
    columns,
    read: async (page) => {
      const { rows, ...end } = await listAttempts(context, page)
      const payers = await accountsById(
        context,
        rows.flatMap(({ accountId }) => accountId ?? []),
      )
      const customerOf = (id: string | null) => payers.get(id ?? '')?.customer ?? null
      return { ...end, rows: rows.map((row) => ({ ...row, customer: customerOf(row.accountId) })) }
    },
  })
