import { textCell } from '../core/csv'
import { dayColumn, type ExportColumns, listExport } from '../core/export-list'
import { type AccountRow, withCustomers } from '../store/accounts'
import { AttemptListQuery } from './attempt-filters'
import { type Attempt, listAttempts } from './list-attempts'

type Row = Attempt & Pick<AccountRow, 'customer'>

const kind = { kind: ({ kind }: Row) => kind }

const columns: ExportColumns<Row> = {
  created: { created: ({ created }) => created.toISOString(), day: dayColumn(({ created }) => created) },
  customer: { customer: ({ customer }) => textCell(customer?.name ?? customer?.email ?? '') },
  email: { email: ({ customer }) => textCell(customer?.email ?? '') },
  amount: {
    currency: ({ currency }) => currency ?? '',
    amount: ({ amount, currency }) => (amount === null || currency === null ? '' : { amount, currency }),
  },
  card: { card: ({ card }) => card?.scheme ?? '', last4: ({ card }) => textCell(card?.last4 ?? '') },
  // The list says both in one: "Refund: Card service error".
  reason: { reason: ({ code }) => code, ...kind },
  source: { source: ({ source }) => source ?? '' },
  kind,
  next: { next: ({ retryOn }) => retryOn ?? '' },
  number: { number: ({ number }) => textCell(number ?? '') },
  order: { order: ({ orderId }) => orderId ?? '' },
  account: { account: ({ accountId }) => accountId ?? '' },
}

/** Exports failed attempts. */
export const exportAttempts = listExport(AttemptListQuery, columns, async (context, page) =>
  withCustomers(context, await listAttempts(context, page)),
)
