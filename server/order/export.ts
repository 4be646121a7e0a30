import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Context } from '../core/context'
import { toMajorText } from '../model/money/money'
import { states } from '../model/order/schemas'
import { accountsNamed } from '../store/accounts'
import { listOrderBriefs, type OrderBrief } from './list'
import { filtersOf, type OrderSearch } from './search'

const rowsAtATime = 1000
const columns = ['id', 'number', 'created', 'currency', 'amount', ...states, 'account', 'customer', 'email']
const ofPayment = ['card', 'last4', 'reference', 'subscription', 'due']

/**
 * The orders of a search as CSV (RFC 4180, UTF-8, amounts in the major unit, times in UTC), newest first. Rows are read as
 * fast as the file is taken, a thousand at a time by a cursor, so that memory stays flat however many there are. Texts that
 * a spreadsheet would take for a formula are led by an apostrophe.
 */
export function exportOrders(context: Context, search: OrderSearch): ReadableStream<Uint8Array> {
  const csv = stringify({
    header: true,
    columns: [...columns, ...ofPayment],
    bom: true,
  })
  // Whichever end fails or goes away first ends the other; who takes the file is told by its stream.
  pipeline(Readable.from(rowsOf(context, search)), csv, () => {})
  return Readable.toWeb(csv) as ReadableStream<Uint8Array>
}

async function* rowsOf(context: Context, search: OrderSearch): AsyncGenerator<string[]> {
  const filters = filtersOf(context.merchant, search)
  let after = search.after
  do {
    const page = await listOrderBriefs(context.db, context.merchant, {
      ...filters,
      after,
      limit: rowsAtATime,
    })
    const payers = await accountsNamed(
      context.db,
      context.merchant.id,
      page.rows.flatMap(({ accountId }) => accountId ?? []),
    )
    for (const row of page.rows) yield cellsOf(row, payers.get(row.accountId ?? '')?.customer)
    after = page.next
  } while (after !== undefined)
}

/**
 * A text that somebody outside may have chosen. A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as a
 * formula, also after spaces and signs that are not visible, or in their full-width forms: an apostrophe makes it text.
 */
export const textCell = (text: string): string =>
  /^[\s\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0]*[=+\-@＝＋－＠﹢﹣﹦﹫−]/u.test(text) ? `'${text}` : text

const cellsOf = (
  row: OrderBrief,
  customer: { name?: string | undefined; email?: string | undefined } | null | undefined,
): string[] => [
  row.id,
  textCell(row.number ?? ''),
  row.created.toISOString(),
  row.currency,
  toMajorText(row.amount, row.currency),
  ...states.map((state) => toMajorText(row[state], row.currency)),
  row.accountId ?? '',
  textCell(customer?.name ?? ''),
  textCell(customer?.email ?? ''),
  row.payment.scheme ?? '',
  row.payment.last4 ?? '',
  row.payment.reference,
  row.subscriptionId ?? '',
  row.due ?? '',
]
