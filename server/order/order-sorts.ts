import { asc, desc, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { order } from '@/db/schema'
import { cursorOf, rowsAfter } from '../core/cursor'
import { afterPosition, writePosition } from '../core/page'
import { instant, storableText } from '../model/fields'

/** How lists of orders can be sorted. Amounts of different currencies cannot be compared: currencies come first. */
export const orderSorts = ['newest', 'oldest', 'amount', 'amount-down'] as const
export type OrderSort = (typeof orderSorts)[number]

/** The position of an order in a sorted list. */
interface OrderPlace {
  id: string
  created: Date
  currency: string
  amount: bigint
}

const { created, id, currency, amount } = order

/** The order of a sorted list. Each has an index. */
export const orderOf: Record<OrderSort, SQL> = {
  newest: sql`${desc(created)}, ${desc(id)}`,
  oldest: sql`${asc(created)}, ${asc(id)}`,
  amount: sql`${asc(currency)}, ${asc(amount)}, ${asc(id)}`,
  'amount-down': sql`${desc(currency)}, ${desc(amount)}, ${desc(id)}`,
}

export const isByAmount = (sort: OrderSort) => sort === 'amount' || sort === 'amount-down'

const orderId = z.string().regex(/^[A-Za-z]{16}$/)
const minor = z.string().regex(/^\d{1,18}$/)
const cursors = {
  oldest: cursorOf(z.tuple([z.literal('oldest'), instant(), orderId])),
  amount: cursorOf(z.tuple([z.literal('amount'), storableText(3), minor, orderId])),
  'amount-down': cursorOf(z.tuple([z.literal('amount-down'), storableText(3), minor, orderId])),
}

/** The cursor after an order. */
export function cursorAt(sort: OrderSort, place: OrderPlace): string {
  if (sort === 'newest') return writePosition(place)
  if (sort === 'oldest') return cursors.oldest.write([sort, place.created.toISOString(), place.id])
  const { currency: code, amount: size, id: last } = place
  return sort === 'amount'
    ? cursors.amount.write([sort, code, size.toString(), last])
    : cursors['amount-down'].write([sort, code, size.toString(), last])
}

/** The condition for rows after a cursor of a sorted list. Throws `cursor.invalid` for the cursor of another list. */
export function afterCursor(sort: OrderSort, after: string | undefined): SQL | undefined {
  if (after === undefined) return undefined
  if (sort === 'newest') return afterPosition(after, created, id)
  if (sort === 'oldest') {
    const [, at, last] = cursors.oldest.read(after)
    return rowsAfter([created, id], [sql`${at}::timestamptz`, sql`${last}`], 'ascending')
  }
  const [, code, size, last] =
    sort === 'amount' ? cursors.amount.read(after) : cursors['amount-down'].read(after)
  return rowsAfter(
    [currency, amount, id],
    [sql`${code}`, sql`${size}::bigint`, sql`${last}`],
    sort === 'amount' ? 'ascending' : 'descending',
  )
}
