import { textCell } from '../core/csv'
import { dayColumn, type ExportColumns, listExport } from '../core/export-list'
import { nameOfOrder } from '../model/order/order-name'
import { type AccountRow, withCustomers } from '../store/accounts'
import { actorsOf } from './actors'
import { EventListQuery } from './event-query'
import { type EventOfMerchant, listEvents } from './list-events'

interface Row extends EventOfMerchant, Pick<AccountRow, 'customer'> {
  /** Who caused it, by name. */
  by: string | undefined
}

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
  // A code, as in the export of failed attempts: the stored description was written for the payer. A failure has its
  // operation's reason too.
  reason: { reason: ({ reason, error }) => textCell(error?.code ?? reason ?? '') },
  actor: { actor: ({ by }) => textCell(by ?? '') },
  date: { date: ({ date }) => date.toISOString(), day: dayColumn(({ date }) => date) },
  id: { id: ({ orderId, sequence }) => `${orderId}/${sequence}` },
}

/** Exports the events of a search. */
export const exportEvents = listExport(EventListQuery, columns, async (context, page) => {
  const { rows, ...end } = await withCustomers(context, await listEvents(context, page))
  const by = await actorsOf(context, rows)
  return { ...end, rows: rows.map((row) => ({ ...row, by: by({ ...row, isBilled: row.due !== null }) })) }
})
