import { textCell } from '../core/csv'
import { type ExportColumns, listExport } from '../core/export-list'
import { nameOfOrder } from '../model/order/order-name'
import { type AccountRow, withCustomers } from '../store/accounts'
import { EventListQuery } from './event-query'
import { type EventOfMerchant, listEvents } from './list-events'

type Row = EventOfMerchant & Pick<AccountRow, 'customer'>

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

/** Exports the events of a search. */
export const exportEvents = listExport(EventListQuery, columns, async (context, page) =>
  withCustomers(context, await listEvents(context, page)),
)
