import { sql } from 'drizzle-orm'
import { coalesced } from '@/db/coalesce'
import { columnsToGive, insertionOf, jsonOf } from '@/db/many'
import { builtOnce } from '@/db/prepared'
import { operation } from '@/db/schema'
import { type Context, type InTransaction, nameOfActor } from '../core/context'
import { newReference } from '../core/id'
import type { OperationRow } from '../store/operations'

type Given = Pick<OperationRow, 'orderId' | 'place' | 'kind' | 'currency' | 'amount' | 'byAccount'> &
  Partial<OperationRow>

/** Returns a pending operation of the request, not yet inserted. */
export const newOperation = ({ merchant, actor, origin, clock }: Context, given: Given): OperationRow => ({
  merchantId: merchant.id,
  id: newReference(),
  status: 'pending',
  draft: null,
  payer: null,
  items: null,
  units: null,
  origin: origin ?? null,
  reason: null,
  actor: nameOfActor(actor),
  serviceReference: null,
  code: null,
  created: clock.now(),
  settled: null,
  firstSent: new Date(),
  attempts: 1,
  attempted: new Date(),
  ...given,
})

/**
 * The columns to insert. PostgreSQL fills in when the operation was first sent and last attempted, because recovery
 * compares these times with its clock: the clock of a process may be wrong.
 */
const columns = columnsToGive(operation)

/**
 * Inserts an operation together with those of other requests. Returns false if the same request has already begun one,
 * or if another request has taken its place.
 */
export const insertOperation = coalesced<OperationRow, boolean>(async (db, rows) => {
  const inserted = await db.execute<{ id: string }>(insertionOfFree({ rows: jsonOf(rows) }))
  const begun = new Set(inserted.map(({ id }) => id))
  return rows.map(({ id }) => begun.has(id))
})

const insertionOfFree = builtOnce<'rows'>(
  () => sql`${insertionOf(operation, { columns, skipKnown: true })} returning id`,
)

/** Inserts operations in places that the caller has locked. */
export async function insertOperations(
  { db }: Pick<InTransaction, 'db'>,
  rows: readonly OperationRow[],
): Promise<void> {
  if (rows.length > 0) await db.execute(insertionOfAll({ rows: jsonOf(rows) }))
}

const insertionOfAll = builtOnce<'rows'>(() => insertionOf(operation, { columns }))
