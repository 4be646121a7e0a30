import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '@/db/client'

/** Rows of all merchants that wait for a worker, with an index on `merchantId` and `time`. */
export interface WaitingRows {
  table: PgTable
  /** The primary key. */
  key: readonly [merchantId: PgColumn, ...PgColumn[]]
  /** Within a merchant, rows are taken in this order. */
  time: PgColumn
  /** The condition of the index, written as it is there. */
  isWaiting: SQL | undefined
  /** The condition that a waiting row is due. */
  isDue: SQL
}

export interface Turn {
  /** The merchant whose turn was last. */
  after: string
  /** The most rows to take, and the most of one merchant. */
  limit: number
  each?: number
  /** Merchants that have no turn. */
  except?: Iterable<string>
}

/**
 * Lets merchants take turns: chooses due rows of the next ones, one of each, then a second one of each, and so on. Returns
 * the merchant whose turn is now the last one, and a selection of the keys of rows that nobody else is taking, which
 * locks them; undefined if there are none.
 */
export async function nextInTurn(
  db: Queryable,
  rows: WaitingRows,
  turn: Turn,
): Promise<{ chosen: SQL | undefined; last: string }> {
  const following = await merchantsAfter(db, rows, turn)
  const wrapped = following.length < turn.limit ? await merchantsAfter(db, rows, { ...turn, after: '' }) : []
  const merchants = [...new Set([...following, ...wrapped])].slice(0, turn.limit)
  const last = merchants.at(-1)
  if (last === undefined) return { chosen: undefined, last: turn.after }
  return { chosen: chosenOf(merchants, rows, turn), last }
}

/**
 * Returns the next merchants with a due row, in order. Skips through the index from merchant to merchant: 100,000 due
 * rows of a merchant cost no more than one.
 */
async function merchantsAfter(
  db: Queryable,
  { table, key: [merchantId], time, isWaiting, isDue }: WaitingRows,
  { after, limit, except = [] }: Turn,
): Promise<string[]> {
  const next = (previous: SQL) => sql`
    select ${merchantId} as merchant_id from ${table}
    where ${isWaiting} and ${merchantId} > ${previous}
    order by ${merchantId}, ${time} limit 1`
  const dueOf = (merchant: SQL) => sql`
    select case when ${merchant} = any(${sql.param([...except])}::text[]) then 0 else coalesce((
      select 1 from ${table} where ${isWaiting} and ${isOf(merchantId, merchant)} and ${isDue}
      order by ${merchantId}, ${time} limit 1
    ), 0) end as is_due offset 0`
  const found = await db.execute<{ merchantId: string }>(sql`
    with recursive turn as (
      select first.merchant_id, is_due, is_due as found from (${next(sql`${after}`)}) first
      cross join lateral (${dueOf(sql.raw('first.merchant_id'))}) due
      union all
      select next.merchant_id, due.is_due, turn.found + due.is_due from turn
      cross join lateral (${next(sql.raw('turn.merchant_id'))}) next
      cross join lateral (${dueOf(sql.raw('next.merchant_id'))}) due
      where turn.found < ${limit}::int
    )
    select merchant_id as "merchantId" from turn where is_due = 1 order by merchant_id`)
  return found.map((row) => row.merchantId)
}

/**
 * The condition that a row is of a merchant. With `=`, the order by time alone would be enough, and PostgreSQL might read
 * an index on the time, with the rows of all merchants.
 */
const isOf = (merchantId: PgColumn, merchant: SQL) =>
  sql`${merchantId} >= ${merchant} and ${merchantId} <= ${merchant}`

function chosenOf(
  merchants: readonly string[],
  { table, key, time, isWaiting, isDue }: WaitingRows,
  { limit, each = limit }: Turn,
): SQL {
  const [merchantId] = key
  const names = key.map((_, place) => sql.identifier(`key_${place}`))
  const columns = key.map((column, place) => sql`${column} as ${names[place]}`)
  // Written into the statement, so that PostgreSQL knows how few rows it looks up.
  const [atMost, ofEach] = [limit, Math.min(each, limit)].map((count) => sql.raw(String(count)))
  return sql`
    select ${sql.join(
      names.map((name) => sql`found.${name}`),
      sql`, `,
    )} from json_array_elements_text(${JSON.stringify(merchants)}::json) with ordinality as turn (merchant_id, place)
    cross join lateral (
      select ${sql.join(columns, sql`, `)}, ${time} as since from ${table}
      where ${isWaiting} and ${isOf(merchantId, sql.raw('turn.merchant_id'))} and ${isDue}
      order by ${merchantId}, ${time} limit ${ofEach}
      for update skip locked
    ) found
    order by row_number() over (partition by turn.merchant_id order by found.since), turn.place
    limit ${atMost}`
}
