import * as z from 'zod'
import type { Context } from '../core/context'
import { type Cell, csvOf, textCell } from '../core/csv'
import { pageEnd } from '../core/export-turns'
import { dayOf } from '../model/calendar'
import { nameOfOrder } from '../model/order/order-name'
import { type State, states } from '../model/order/schemas'
import { stateOfOrder } from '../model/order/state-in-short'
import { type Disputed, disputedOfOrders } from '../settlement/disputes'
import { type AccountRow, payersOf } from '../store/accounts'
import { briefColumns, linelessColumns, listOrderBriefs, type OrderBrief } from './list-orders'
import { filtersOf, OrderSearch } from './search'

const rowsAtATime = 1000

/** The default columns of an export, in their order. New ones come last: programs may read them by position. */
const usual = [
  ...(['id', 'number', 'created', 'currency', 'amount', ...states] as const),
  ...(['account', 'customer', 'email', 'card', 'last4', 'reference', 'subscription', 'due', 'day'] as const),
]

/** What to export: the orders of a search, and the list's columns, by their keys. */
export const OrderExport = OrderSearch.omit({ after: true }).extend({
  columns: z
    .string()
    .max(500)
    .transform((keys) => keys.split(','))
    .optional(),
})

/**
 * Exports the orders of a search as CSV (amounts in the major unit, times in UTC, and the merchant's day), in the order
 * of the list. Reads a thousand rows at a time, as fast as the client takes them, so memory use does not depend on the
 * number of orders.
 */
export function exportOrders(
  context: Context,
  { columns, ...search }: z.output<typeof OrderExport>,
): ReadableStream<Uint8Array> {
  const names = columns ? exportedColumns(columns) : usual
  return csvOf(names, rowsOf(context, search, names), context.merchant)
}

/**
 * The columns that a list shows, by the names of the export. Each amount needs its currency; a card and a time have two
 * columns.
 */
function exportedColumns(keys: readonly string[]): (keyof Cells)[] {
  const named = keys.flatMap((key): (keyof Cells)[] => {
    if (key === 'card') return ['card', 'last4']
    if (key === 'created') return ['created', 'day']
    // The list shows a name for orders without a number.
    if (key === 'number') return ['order']
    const found = usual.find((name) => name === key) ?? extra.find((name) => name === key)
    return found ? [found] : []
  })
  const first = named.findIndex((name) => name === 'amount' || states.some((state) => state === name))
  if (first >= 0 && !named.includes('currency')) named.splice(first, 0, 'currency')
  return [...new Set(named)]
}

/** Columns of the list that an export does not have by default. */
const extra = ['order', 'status', 'product', 'tags', 'authorisedUntil'] as const
type Cells = Record<(typeof usual)[number] | (typeof extra)[number], Cell>

async function* rowsOf(
  context: Context,
  search: Omit<OrderSearch, 'after'>,
  names: readonly (keyof Cells)[],
): AsyncGenerator<Cell[] | typeof pageEnd> {
  const filters = filtersOf(context, search)
  let after: string | undefined
  do {
    const page = await listOrderBriefs(
      context,
      { ...filters, after, limit: rowsAtATime },
      names.includes('product') || names.includes('order') ? briefColumns : linelessColumns,
    )
    const [payerOf, disputed] = await Promise.all([
      payersOf(context, page.rows),
      disputedOfOrders(context, names.includes('status') ? page.rows.map(({ id }) => id) : []),
    ])
    for (const row of page.rows) {
      const more = { customer: payerOf(row)?.customer ?? null, disputed: disputed.get(row.id) }
      const cells = cellsOf(row, more, context.merchant)
      yield names.map((name) => cells[name])
    }
    yield pageEnd
    after = page.next
  } while (after !== undefined)
}

const cellsOf = (
  row: OrderBrief,
  { customer, disputed }: { customer: AccountRow['customer']; disputed: Disputed | undefined },
  { timeZone }: Context['merchant'],
): Cells => {
  const share = (state: State): Cell => ({ amount: row[state], currency: row.currency })
  return {
    id: row.id,
    number: textCell(row.number ?? ''),
    created: row.created.toISOString(),
    day: dayOf(row.created, timeZone),
    currency: row.currency,
    amount: { amount: row.amount, currency: row.currency },
    ordered: share('ordered'),
    pending: share('pending'),
    charged: share('charged'),
    refunded: share('refunded'),
    cancelled: share('cancelled'),
    denied: share('denied'),
    account: row.accountId ?? '',
    customer: textCell(customer?.name ?? customer?.email ?? ''),
    email: textCell(customer?.email ?? ''),
    card: row.scheme ?? '',
    last4: textCell(row.last4 ?? ''),
    reference: row.paymentReference,
    subscription: row.subscriptionId ?? '',
    due: row.due ?? '',
    order: textCell(nameOfOrder({ ...row, subscriptionName: row.firstLine }, (due) => due)),
    status: stateOfOrder(row, disputed).text,
    product: textCell(row.firstLine ?? ''),
    tags: textCell(row.tags?.join(', ') ?? ''),
    authorisedUntil: row.ordered > 0n ? (row.authorisedUntil?.toISOString() ?? '') : '',
  }
}
