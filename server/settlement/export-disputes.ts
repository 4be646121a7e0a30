import type { z } from 'zod'
import type { Context } from '../core/context'
import { textCell } from '../core/csv'
import { type ExportColumns, exportedColumns, exportList } from '../core/export-list'
import { accountsById } from '../store/accounts'
import { type DisputeOfMerchant, DisputeSearch, listDisputes } from './disputes'

export const DisputeExport = DisputeSearch.extend(exportedColumns)

type Row = DisputeOfMerchant & { customer: string | undefined }

const columns: ExportColumns<Row> = {
  order: { order: ({ orderId }) => orderId ?? '', number: ({ number }) => textCell(number ?? '') },
  customer: { customer: ({ customer }) => textCell(customer ?? '') },
  amount: { amount: (row) => row, currency: ({ currency }) => currency },
  reason: { reason: ({ reason }) => textCell(reason) },
  due: { due: ({ due }) => due?.toISOString() ?? '' },
  status: {
    status: ({ state }) => state,
    inquiry: ({ isInquiry }) => (isInquiry ? 'yes' : 'no'),
  },
  opened: { opened: ({ opened }) => opened.toISOString() },
}

/** Exports the list of disputes as CSV, in its order. */
export const exportDisputes = (
  context: Context,
  query: z.output<typeof DisputeExport>,
): ReadableStream<Uint8Array> =>
  exportList(context, query, {
    columns,
    read: async (page) => {
      const { rows, ...end } = await listDisputes(context, page)
      const payers = await accountsById(
        context,
        rows.flatMap(({ accountId }) => accountId ?? []),
      )
      const customerOf = (id: string | null) => payers.get(id ?? '')?.customer?.name
      return { ...end, rows: rows.map((row) => ({ ...row, customer: customerOf(row.accountId) })) }
    },
  })
