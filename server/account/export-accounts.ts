import { textCell } from '../core/csv'
import { dayColumn, type ExportColumns, listExport } from '../core/export-list'
import { groupBy } from '../core/group-by'
import { sumPerCurrency } from '../model/money/sum-per-currency'
import { shownStatus } from '../model/shown-status'
import { type AccountRecord, languageOfAccount } from '../store/accounts'
import { type UnpaidOrder, unpaidOf } from '../subscription/unpaid-orders'
import { AccountSearchQuery, searchAccounts } from './search-accounts'

type Row = AccountRecord & { unpaid: UnpaidOrder[] }

const columns: ExportColumns<Row> = {
  customer: { customer: ({ customer }) => textCell(customer?.name ?? '') },
  email: { email: ({ customer }) => textCell(customer?.email ?? '') },
  status: { status: shownStatus },
  card: {
    card: ({ methods: [card] }) => card?.scheme ?? '',
    last4: ({ methods: [card] }) => textCell(card?.last4 ?? ''),
  },
  subscriptions: {
    subscriptions: ({ subscriptions }) => String(subscriptions.filter(({ ended }) => ended === null).length),
  },
  unpaid: {
    unpaid: ({ unpaid }) => sumPerCurrency(unpaid),
    currency: ({ unpaid }) =>
      sumPerCurrency(unpaid)
        .map(({ currency }) => currency)
        .join(' + '),
  },
  created: { created: ({ created }) => created.toISOString(), day: dayColumn(({ created }) => created) },
  number: { number: ({ number }) => textCell(number ?? '') },
  language: { language: (row) => languageOfAccount(row) ?? '' },
  tags: { tags: ({ tags }) => textCell((tags ?? []).join(', ')) },
  id: { id: ({ id }) => id },
}

/** Exports the accounts of a search. */
export const exportAccounts = listExport(AccountSearchQuery, columns, async (context, page) => {
  const { rows, ...end } = await searchAccounts(context, page)
  const ids = rows.map(({ id }) => id)
  const unpaid = groupBy(await unpaidOf(context, ids), ({ accountId }) => accountId)
  return { ...end, rows: rows.map((row) => ({ ...row, unpaid: unpaid.get(row.id) ?? [] })) }
})
