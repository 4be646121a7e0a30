import type { z } from 'zod'
import type { Context } from '../core/context'
import { textCell } from '../core/csv'
import { type ExportColumns, exportedColumns, exportList } from '../core/export-list'
import { nameOfOrder } from '../model/order/order-name'
import { type AccountRow, accountsById } from '../store/accounts'
import { EventListQuery } from './event-query'
import { type EventOfMerchant, listEvents } from './list-events'

export const EventExport = EventListQuery.extend(exportedColumns)

type Row = EventOfMerchant & { customer: AccountRow['customer'] | undefined }

const columns: ExportColumns<Row> = {
  event: { event: ({ type }) => type, of: ({ original }) => original ?? '' },
  order: {
    order: ({ orderId, firstLine, ...event }) =>
      textCell(nameOfOrder({ ...event, id: orderId, subscriptionName: firstLine }, (due) => due)),
  },
  customer: { customer: ({ customer }) => textCell(customer?.name ?? customer?.email ?? '') },
  amount: {
    amount: ({ amount, currency }) => (amount === null ? '' : { amount, currency }),
    currency: ({ currency }) => currency,
  },
  reason: { reason: ({ reason, error }) => textCell(reason ?? error?.description ?? '') },
  actor: { actor: ({ actor }) => actor ?? '' },
  date: { date: ({ date }) => date.toISOString() },
  id: { id: ({ orderId, sequence }) => `${orderId}/${sequence}` },
}

/** Exports the events of a search as CSV, in its order. */
export function exportEvents(
  context: Context,
  query: z.output<typeof EventExport>,
): ReadableStream<Uint8Array> {
  return exportList(context, query, {
    columns,
    read: async (page) => {
      const { rows, ...end } = await listEvents(context, page)
      const payers = await accountsById(
        context,
        rows.flatMap(({ accountId }) => accountId ?? []),
      )
      return {
        ...end,
        rows: rows.map((row) => ({ ...row, customer: payers.get(row.accountId ?? '')?.customer })),
      }
    },
  })
}
