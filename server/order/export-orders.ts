import { textCell } from '../core/csv'
import { dayColumn, type ExportColumns, listExport } from '../core/export-list'
import { nameOfOrder } from '../model/order/order-name'
import { type State, states } from '../model/order/schemas'
import { stateOfOrder } from '../model/order/state-in-short'
import { type Disputed, disputedOfOrders } from '../settlement/disputes'
import { type AccountRow, withCustomers } from '../store/accounts'
import { briefColumns, linelessColumns, listOrderBriefs, type OrderBrief } from './list-orders'
import { filtersOf, OrderSearch } from './search'

interface Row extends OrderBrief, Pick<AccountRow, 'customer'> {
  disputed: Disputed | undefined
}

const currency = { currency: (row: Row) => row.currency }
const withCurrency = (name: 'amount' | State) => ({
  ...currency,
  [name]: (row: Row) => ({ amount: row[name], currency: row.currency }),
})

const columns: ExportColumns<Row> = {
  id: { id: ({ id }) => id },
  // The list shows a name for orders without a number.
  number: {
    order: (row) => textCell(nameOfOrder({ ...row, subscriptionName: row.firstLine }, (due) => due)),
  },
  onlyNumber: { number: ({ number }) => textCell(number ?? '') },
  created: { created: ({ created }) => created.toISOString(), day: dayColumn(({ created }) => created) },
  currency,
  amount: withCurrency('amount'),
  ...Object.fromEntries(states.map((state) => [state, withCurrency(state)])),
  account: { account: ({ accountId }) => accountId ?? '' },
  customer: { customer: ({ customer }) => textCell(customer?.name ?? customer?.email ?? '') },
  email: { email: ({ customer }) => textCell(customer?.email ?? '') },
  card: { card: ({ scheme }) => scheme ?? '', last4: ({ last4 }) => textCell(last4 ?? '') },
  reference: { reference: ({ paymentReference }) => paymentReference },
  subscription: { subscription: ({ subscriptionId }) => subscriptionId ?? '' },
  due: { due: ({ due }) => due ?? '' },
  status: { status: (row) => stateOfOrder(row, row.disputed).text },
  product: { product: ({ firstLine }) => textCell(firstLine ?? '') },
  tags: { tags: ({ tags }) => textCell(tags?.join(', ') ?? '') },
  authorisedUntil: {
    authorisedUntil: ({ ordered, authorisedUntil }) =>
      ordered > 0n ? (authorisedUntil?.toISOString() ?? '') : '',
  },
}

/** The columns of a complete file. New ones come last: programs may read them by position. */
const complete = [
  ...['id', 'onlyNumber', 'created', 'currency', 'amount', ...states],
  ...['account', 'customer', 'email', 'card', 'reference', 'subscription', 'due'],
]

/** Exports the orders of a search. */
export const exportOrders = listExport(
  OrderSearch,
  columns,
  async (context, page, chosen) => {
    const namesLines = chosen.includes('product') || chosen.includes('number')
    const filters = { ...filtersOf(context, page), limit: page.limit }
    const briefs = await listOrderBriefs(context, filters, namesLines ? briefColumns : linelessColumns)
    const ids = chosen.includes('status') ? briefs.rows.map(({ id }) => id) : []
    const [{ rows, ...end }, disputed] = await Promise.all([
      withCustomers(context, briefs),
      disputedOfOrders(context, ids),
    ])
    return { ...end, rows: rows.map((row) => ({ ...row, disputed: disputed.get(row.id) })) }
  },
  complete,
)
