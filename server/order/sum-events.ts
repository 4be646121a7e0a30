import { type SQL, sql } from 'drizzle-orm'
import { order, orderEvent } from '@/db/schema'
import type { MerchantScope } from '../core/context'
import { sumByCurrency } from '../core/sum-by-currency'
import { isBeyondSums, summed, type Walk } from '../core/walk'
import type { CountedAmount } from '../model/money/money'
import { amountIn, type EventFilters, eventWalks } from './event-query'
import { ofOrder } from './list-events'

/**
 * Counts the events that match the filters of the list, and adds them up if they are of one kind. Movements of money
 * are added up completely, like the figures of Home; otherwise `isMore` says that only part of the list was read.
 */
export async function totalEvents(context: MerchantScope, filters: EventFilters) {
  const { type, moved, reason, actor, account, search } = filters
  const isMoney = moved !== undefined || type === 'charge' || type === 'refund'
  if (isMoney && !reason && !actor && !account && !search)
    return totalsOf(filters, await sumEvents(context, filters), false)
  const walks = await eventWalks(context, filters)
  const [sums, isMore] = await Promise.all([
    sumFrom(context, filters, walks.map(summed)),
    isBeyondSums(context.db, walks),
  ])
  return totalsOf(filters, sums, isMore)
}

const totalsOf = (filters: EventFilters, sums: readonly CountedAmount[], isMore: boolean) => ({
  count: sums.reduce((sum, { count }) => sum + count, 0),
  isMore,
  // A sum of a part would mislead.
  sums: hasSum(filters) && !isMore ? sums : [],
})

/** Whether the amounts of a list mean the same. */
const hasSum = ({ type, moved }: EventFilters) =>
  moved !== undefined || (type !== undefined && type !== 'fail')

/** Returns the number of events and their sum, by currency. */
export const sumEvents = async (context: MerchantScope, filters: EventFilters): Promise<CountedAmount[]> =>
  sumFrom(context, filters, (await eventWalks(context, filters)).map(all))

const all = ({ table, indexed, filter }: Walk): SQL =>
  sql`select * from ${table} where ${indexed} and ${filter ?? sql`true`}`

async function sumFrom(
  { db }: MerchantScope,
  filters: EventFilters,
  selections: readonly SQL[],
): Promise<CountedAmount[]> {
  const { type, moved } = filters
  const found = sql.join(
    selections.map((selection) => sql`(${selection})`),
    sql` union all `,
  )
  // Amounts moved are in an index. Looking up the order of each event would take most of the time.
  const join = type === 'order' || moved === 'lost' ? sql`join ${order} on ${ofOrder}` : sql``
  return sumByCurrency(
    db,
    sql`select ${orderEvent.currency}, count(*), coalesce(sum(${hasSum(filters) ? amountIn(filters) : sql`0`}), 0)
      from (${found}) ${orderEvent} ${join} group by 1`,
  )
}
