import type { Context } from '../core/context'
import { type Cell, csvOf, textCell } from '../core/csv'
import { states } from '../model/order/schemas'
import { accountsById } from '../store/accounts'
import { listOrderBriefs, type OrderBrief } from './list-orders'
import { filtersOf, type OrderSearch } from './search'

const rowsAtATime = 1000
const columns = ['id', 'number', 'created', 'currency', 'amount', ...states, 'account', 'customer', 'email']
const ofPayment = ['card', 'last4', 'reference', 'subscription', 'due']

/**
 * Exports the orders of a search as CSV (amounts in the major unit, times in UTC), newest first.
 * Reads a thousand rows at a time, as fast as the client takes them, so memory use does not depend on the number of
 * orders.
 */
export function exportOrders(context: Context, search: OrderSearch): ReadableStream<Uint8Array> {
  return csvOf([...columns, ...ofPayment], rowsOf(context, search), context.merchant)
}

async function* rowsOf(context: Context, search: OrderSearch): AsyncGenerator<Cell[]> {
  const filters = filtersOf(context.merchant, search)
  let after = search.after
  do {
    const page = await listOrderBriefs(context, {
      ...filters,
      after,
      limit: rowsAtATime,
    })
    const payers = await accountsById(
      context,
      page.rows.flatMap(({ accountId }) => accountId ?? []),
    )
    for (const row of page.rows) yield cellsOf(row, payers.get(row.accountId ?? '')?.customer)
    after = page.next
  } while (after !== undefined)
}

const cellsOf = (
  row: OrderBrief,
  customer: { name?: string | undefined; email?: string | undefined } | null | undefined,
): Cell[] => [
  row.id,
  textCell(row.number ?? ''),
  row.created.toISOString(),
  row.currency,
  { amount: row.amount, currency: row.currency },
  ...states.map((state) => ({ amount: row[state], currency: row.currency })),
  row.accountId ?? '',
  textCell(customer?.name ?? ''),
  textCell(customer?.email ?? ''),
  row.payment.scheme ?? '',
  row.payment.last4 ?? '',
  row.payment.reference,
  row.subscriptionId ?? '',
  row.due ?? '',
]
