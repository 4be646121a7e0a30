import { and, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { isAhead } from '@/db/ahead'
import type { Merchant } from '@/db/schema'
import { merchant, operation } from '@/db/schema'
import { minutes } from '../core/clock'
import { type Context, contextOf } from '../core/context'
import { groupBy } from '../core/group-by'
import type { Runtime } from '../core/runtime'
import { hasCode, KassaError } from '../model/errors'
import type { OperationRow } from '../store/operations'
import { completeOperation, completePayments } from './complete-operation'

const batch = 100
/**
 * How many merchants, and operations of each, are recovered at once. Limits how long an unavailable card service
 * delays others.
 */
const concurrency = 4

/**
 * How long an order may be without an outcome before its look-up counts as long: a card service may have to list all
 * payments since then.
 */
const oldAfter = minutes(10)

/** Whether the look-up of an operation can be long: it creates an order, and was first sent a while ago. */
const isOldOrder = sql`(${operation.status} = 'pending' and ${operation.kind} = 'authorise'
  and ${operation.firstSent} < now() - make_interval(secs => ${oldAfter / 1000}))`

/**
 * Completes operations that are pending because a process died or a card service did not respond: at most a batch of
 * those whose last attempt is older than `staleSeconds`, longer after each further attempt. Looks up accepted ones at
 * growing intervals. Any number of workers may do this at once. Leaves orders whose look-up can be long to
 * `recoverOldOrders`. Returns how many operations were taken over and how many of them are complete.
 */
export async function recoverOperations(
  runtime: Runtime,
  { staleSeconds, onError }: { staleSeconds: number; onError: OnStillPending },
): Promise<{ taken: number; completed: number }> {
  const stale = await takeOver(runtime.db, staleSeconds)
  const merchants = await merchantsOf(runtime.db, stale)
  const ofEachMerchant = [...groupBy(stale, (begun) => begun.merchantId)]
  const completed = await pLimit(concurrency).map(ofEachMerchant, ([merchantId, operations]) => {
    const owner = merchants.get(merchantId)
    if (!owner) throw new Error(`Operations of ${merchantId} belong to no merchant`)
    return recoverOf(contextOf(runtime, owner), operations, { onError })
  })
  return { taken: stale.length, completed: completed.reduce((sum, count) => sum + count, 0) }
}

export type OnStillPending = (error: unknown, operation: OperationRow) => void

/** Completes operations of one merchant and returns how many are complete. `patient`: their look-ups may take minutes. */
export async function recoverOf(
  context: Context,
  operations: OperationRow[],
  { onError, patient }: { onError: OnStillPending; patient?: boolean },
): Promise<number> {
  const isPayment = ({ kind }: OperationRow) => kind === 'pay'
  const payments = operations.filter(isPayment)
  let completed = 0
  try {
    for (const decision of await completePayments(context, payments, { recovering: true })) {
      if (decision.status === 'open') onError(decision.error, decision.operation)
      else if (decision.status !== 'accepted') completed++
    }
  } catch (error) {
    // An error at one merchant must not delay the others.
    for (const begun of payments) onError(error, begun)
  }
  const others = operations.filter((candidate) => !isPayment(candidate))
  await pLimit(concurrency).map(others, async (begun) => {
    try {
      const { event } = await completeOperation(context, begun, { recovering: true, patient })
      if (event.type !== 'accept') completed++
    } catch (error) {
      // A refusal is recorded, which completes the operation. An unavailable card service is called again later.
      if (error instanceof KassaError && !hasCode(error, 'card-service.no-response')) completed++
      else onError(error, begun)
    }
  })
  return completed
}

/** Takes over stale operations and counts an attempt on each, so that the previous attempt can no longer fail it. */
async function takeOver(db: Context['db'], staleSeconds: number): Promise<OperationRow[]> {
  const taken = await Promise.all([
    takeOlder(db, 'pending', sql`${staleSeconds} * least(${operation.attempts}, 20)`, {
      which: sql`not ${isOldOrder}`,
    }),
    // Nothing is lost with a response here, so the first look-ups are early.
    takeOlder(
      db,
      'accepted',
      sql`least(${Math.min(staleSeconds, firstLookUpSeconds)} * 2 ^ least(${operation.attempts} - 1, 20), ${maxLookUpSeconds})`,
    ),
  ])
  return taken.flat()
}

/** When an accepted operation is looked up first. Each time is twice as long as the one before, up to an hour. */
const firstLookUpSeconds = 5
const maxLookUpSeconds = 3600

/** Takes over one order whose look-up can be long, and of none of these merchants. Not while another may still run. */
export async function takeOldOrder(
  db: Context['db'],
  { staleSeconds, except }: { staleSeconds: number; except: readonly string[] },
): Promise<OperationRow | undefined> {
  const { attempts, attempted, firstSent, merchantId } = operation
  const long = oldAfter / 1000
  const seconds = sql`greatest(${staleSeconds} * least(${attempts}, 20),
    case when ${attempted} > ${firstSent} + make_interval(secs => ${long}) then ${long} else 0 end)`
  const which = and(isOldOrder, notInArray(merchantId, [...except]))
  const [taken] = await takeOlder(db, 'pending', seconds, { which, limit: 1 })
  return taken
}

/** Takes over operations in a state whose last attempt is at least `seconds` old, or in the future. */
function takeOlder(
  db: Context['db'],
  status: 'pending' | 'accepted',
  seconds: SQL,
  { which, limit = batch }: { which?: SQL | undefined; limit?: number } = {},
): Promise<OperationRow[]> {
  const stale = db
    .select({ merchantId: operation.merchantId, orderId: operation.orderId, place: operation.place })
    .from(operation)
    .where(
      and(
        sql`${operation.status} = ${sql.raw(`'${status}'`)}`,
        sql`(${operation.attempted} < now() - make_interval(secs => ${seconds}) or ${isAhead(operation.attempted)})`,
        which,
      ),
    )
    .orderBy(operation.attempted)
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(operation)
    .set({ attempts: sql`${operation.attempts} + 1`, attempted: sql`now()` })
    .where(sql`(${operation.merchantId}, ${operation.orderId}, ${operation.place}) in ${stale}`)
    .returning()
}

async function merchantsOf(db: Context['db'], operations: OperationRow[]): Promise<Map<string, Merchant>> {
  const ids = [...new Set(operations.map(({ merchantId }) => merchantId))]
  if (ids.length === 0) return new Map()
  const rows = await db.select().from(merchant).where(inArray(merchant.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}
