import { textCell } from '../core/csv'
import { type ExportColumns, listExport } from '../core/export-list'
import { deadlineOf } from '../model/card/settlement'
import { type AccountRow, withCustomers } from '../store/accounts'
import { type DisputeOfMerchant, DisputeSearch, listDisputes } from './disputes'

type Row = DisputeOfMerchant & Pick<AccountRow, 'customer'>

const columns: ExportColumns<Row> = {
  order: { order: ({ orderId }) => orderId ?? '', number: ({ number }) => textCell(number ?? '') },
  customer: { customer: ({ customer }) => textCell(customer?.name ?? '') },
  amount: { amount: (row) => row, currency: ({ currency }) => currency },
  reason: { reason: ({ reason }) => textCell(reason) },
  due: { due: (row) => deadlineOf(row)?.toISOString() ?? '' },
  status: {
    status: ({ state }) => state,
    inquiry: ({ isInquiry }) => (isInquiry ? 'yes' : 'no'),
  },
  opened: { opened: ({ opened }) => opened.toISOString() },
  decided: { decided: ({ decided }) => decided?.toISOString() ?? '' },
}

/** Exports the list of disputes. */
export const exportDisputes = listExport(DisputeSearch, columns, async (context, page) =>
  withCustomers(context, await listDisputes(context, page)),
)
