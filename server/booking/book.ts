import { eq } from 'drizzle-orm'
import { insertMany } from '@/db/many'
import { unbooked } from '@/db/schema'
import { hours, later } from '../core/clock'
import { type Context, type InTransaction, inTransaction } from '../core/context'
import { newId } from '../core/id'
import { log } from '../core/log'
import { draftDocuments, type MovedOrder } from '../document/draft-documents'
import { issueDocuments } from '../document/issue-documents'
import { lockSeries, type Numbers } from '../document/number-series'
import { type DocumentRow, oldestWaiting } from '../document/read-documents'
import { type BookedMovement, bookMovements } from '../journal/book-movements'
import { findMerchant } from '../merchant/find-merchant'
import { claimMovements } from './claim-movements'

/** The maximum number of movements that share a transaction. */
export const fullBatch = 500

/**
 * Books everything that a merchant has not booked: one document for each movement of money, and its journal entry.
 * Waits while another process books for the merchant.
 */
export async function bookAll(context: Context): Promise<void> {
  if (!(await hasWork(context))) return
  while ((await bookNext(context, { wait: true })) > 0);
}

/**
 * Books the merchant's next movements, and issues documents that have waited for company details: all in one
 * transaction. Returns how many orders or documents there were, whichever are more: from `fullBatch` on, others may be
 * waiting. Returns 0 if another process is booking for the merchant and `wait` is not set.
 */
export function bookNext(context: Context, { wait }: { wait: boolean }): Promise<number> {
  return inTransaction(context, async (inside) => {
    const numbers = await lockSeries(inside, { wait })
    if (!numbers) return 0
    // Documents are final, and the merchant's details may have been corrected since the caller read them.
    const merchant = await findMerchant(inside.db, inside.merchant.id)
    if (!merchant) return 0
    // Keeps the clock offset that the caller read, because this context's clock uses it.
    const { clockAhead } = inside.merchant
    return book({ ...inside, merchant: { ...merchant, clockAhead } }, numbers)
  })
}

async function book(inside: InTransaction, numbers: Numbers): Promise<number> {
  const orders = await claimMovements(inside, fullBatch)
  const failed: MovedOrder[] = []
  const nextId = ascendingIds(orders.reduce((sum, { movements }) => sum + movements.length, 0))
  const drafts = orders
    .flatMap((each) => {
      try {
        return draftDocuments(inside, each, nextId)
      } catch (error) {
        log.error(
          { err: error, merchant: inside.merchant.id, order: each.order.id },
          'Booking an order failed and was postponed',
        )
        failed.push(each)
        return []
      }
    })
    .sort((one, other) => one.moved.getTime() - other.moved.getTime())
  await postpone(inside, failed)
  await bookMovements(inside, bookedOf(orders, drafts))
  const issued = await issueDocuments(inside, drafts, { numbers, count: fullBatch })
  return Math.max(orders.length, issued)
}

/**
 * Returns new IDs in ascending order. All subscriptions of a day are paid at the same time, and lists sort documents of
 * the same time by ID. Ascending IDs keep them in the order of their numbers.
 */
function ascendingIds(count: number): () => string {
  const ids = Array.from({ length: count }, newId).sort()
  return () => ids.shift() ?? newId()
}

/** Postpones orders in the queue: one with inconsistent records must not hold up the others. */
async function postpone({ db, clock }: InTransaction, orders: readonly MovedOrder[]): Promise<void> {
  const date = later(clock.now(), hours(1))
  const rows = orders.flatMap(({ order: { merchantId, id: orderId }, movements, documents, until }) => {
    const known = new Set(documents.map(({ sequence }) => sequence))
    return movements.flatMap(({ sequence }) =>
      sequence <= until && !known.has(sequence) ? [{ merchantId, date, orderId, sequence }] : [],
    )
  })
  await insertMany(db, unbooked, rows)
}

async function hasWork({ db, merchant }: Context): Promise<boolean> {
  const ofMerchant = eq(unbooked.merchantId, merchant.id)
  const [movement] = await db.select({ id: unbooked.orderId }).from(unbooked).where(ofMerchant).limit(1)
  return movement !== undefined || (await oldestWaiting({ db, merchant }, 1)).length > 0
}

function bookedOf(orders: readonly MovedOrder[], drafts: readonly DocumentRow[]): BookedMovement[] {
  const movements = new Map(
    orders.flatMap(({ order, movements: all }) =>
      all.map((movement): [string, typeof movement] => [`${order.id}:${movement.sequence}`, movement]),
    ),
  )
  return drafts.map(({ id, kind: documentKind, orderId, sequence, accountId, currency, gross, content }) => {
    const movement = movements.get(`${orderId}:${sequence}`)
    if (!movement) throw new Error(`Document ${id} belongs to no movement of order ${orderId}`)
    const { isReversal, kind, date } = movement
    return {
      kind: isReversal ? 'reversal' : kind,
      ...{ orderId, sequence, documentId: id, accountId, currency, gross },
      moved: date,
      isCredit: documentKind === 'credit-note',
      totals: content.totals,
    }
  })
}
