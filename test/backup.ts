import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

/** The tables with an order's rows, and the column that names it. */
const tables = [
  ['order', 'id'],
  ['order_event', 'order_id'],
  ['operation', 'order_id'],
  ['unbooked', 'order_id'],
] as const

/** Keeps the rows of an order as they are. Returns a function that restores them, whatever has become of them. */
export async function backUp(db: Database, orderId: string): Promise<() => Promise<void>> {
  const kept = await Promise.all(
    tables.map(async ([name, column]) => {
      const [table, isOfOrder] = [sql.identifier(name), sql`${sql.identifier(column)} = ${orderId}`]
      const [row] = await db.execute<{ rows: string }>(
        sql`select coalesce(json_agg(kept), '[]')::text as rows from ${table} kept where ${isOfOrder}`,
      )
      return { table, isOfOrder, rows: row?.rows ?? '[]' }
    }),
  )
  return () =>
    db.transaction(async (tx) => {
      // Without triggers and foreign keys: the rows that they write and check are restored, too.
      await tx.execute(sql`set local session_replication_role = replica`)
      for (const { table, isOfOrder, rows } of kept) {
        await tx.execute(sql`delete from ${table} where ${isOfOrder}`)
        await tx.execute(
          sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${rows}::json)`,
        )
      }
    })
}
