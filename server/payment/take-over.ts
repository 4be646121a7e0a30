import { type SQL, sql } from 'drizzle-orm'
import { isAhead } from '@/db/ahead'
import { operation } from '@/db/schema'
import { minutes } from '../core/clock'
import type { Context } from '../core/context'
import { nextInTurn, type Turn } from '../core/merchant-turns'
import type { OperationRow } from '../store/operations'

/** How many operations in a state are taken over at once, and how many of one merchant: others wait for these. */
const batch = 100
const ofEachMerchant = 25

/** What a worker remembers between batches. */
export interface RecoveryTurns {
  /** The merchants whose turn was last, by state. */
  pending: string
  accepted: string
  /** Merchants that are left out, because their card services do not respond. */
  away: Set<string>
}

export const newRecoveryTurns = (): RecoveryTurns => ({ pending: '', accepted: '', away: new Set() })

/**
 * How long an order may be without an outcome before its look-up counts as long: a card service may have to list all
 * payments since then.
 */
const oldAfter = minutes(10)

/**
 * Whether the look-up of an operation can be long: it creates an order, or may have been sent before a backup was
 * restored, and was first sent a while ago.
 */
const isOldOrder = sql`(${operation.status} = 'pending'
  and (${operation.kind} = 'authorise' or ${operation.payer} ->> 'sentSince' is not null)
  and ${operation.firstSent} < now() - make_interval(secs => ${oldAfter / 1000}))`

/** When an accepted operation is looked up first. Each time is twice as long as the one before, up to an hour. */
const firstLookUpSeconds = 5
const maxLookUpSeconds = 3600

/** How long ago the last attempt at a pending operation must be: longer after each further attempt. */
const pendingSeconds = (staleSeconds: number) => sql`${staleSeconds} * least(${operation.attempts}, 20)`

/**
 * Takes over a batch of stale operations, of each merchant in turn. Leaves out old orders, which `takeOldOrder` takes
 * over.
 */
export async function takeOver(
  db: Context['db'],
  staleSeconds: number,
  turns: RecoveryTurns,
): Promise<OperationRow[]> {
  const take = async (status: 'pending' | 'accepted', isDue: SQL) => {
    const turn = { after: turns[status], limit: batch, each: ofEachMerchant, except: turns.away }
    const { taken, last } = await takeInTurn(db, { status, isDue }, turn)
    turns[status] = last
    return taken
  }
  // Nothing is lost with the response to an accepted one, so the first look-ups are early.
  const acceptedSeconds = sql`least(${Math.min(staleSeconds, firstLookUpSeconds)} * 2 ^ least(${operation.attempts} - 1, 20), ${maxLookUpSeconds})`
  const taken = await Promise.all([
    take('pending', sql`${isStale(pendingSeconds(staleSeconds))} and not ${isOldOrder}`),
    take('accepted', isStale(acceptedSeconds)),
  ])
  return taken.flat()
}

/**
 * Takes over one order whose look-up can be long, of the merchant whose turn is next after `after`, and of none of
 * `except`. Not while another look-up of it may still run.
 */
export async function takeOldOrder(
  db: Context['db'],
  { staleSeconds, ...turn }: { staleSeconds: number } & Pick<Turn, 'after' | 'except'>,
): Promise<{ begun: OperationRow | undefined; last: string }> {
  const { attempted, firstSent } = operation
  const long = oldAfter / 1000
  const seconds = sql`greatest(${pendingSeconds(staleSeconds)},
    case when ${attempted} > ${firstSent} + make_interval(secs => ${long}) then ${long} else 0 end)`
  const isDue = sql`${isStale(seconds)} and ${isOldOrder}`
  const { taken, last } = await takeInTurn(db, { status: 'pending', isDue }, { ...turn, limit: 1 })
  return { begun: taken[0], last }
}

/** The condition that the last attempt at an operation is at least `seconds` old, or in the future. */
const isStale = (seconds: SQL) => sql`(${operation.attempted} < now() - make_interval(secs => ${seconds})
  or ${isAhead(operation.attempted)})`

/** Takes over operations in a state, and counts an attempt on each, so that the previous attempt can no longer fail it. */
async function takeInTurn(
  db: Context['db'],
  { status, isDue }: { status: 'pending' | 'accepted'; isDue: SQL },
  turn: Turn,
): Promise<{ taken: OperationRow[]; last: string }> {
  const { merchantId, orderId, place, attempted } = operation
  const isWaiting = sql`${operation.status} = ${sql.raw(`'${status}'`)}`
  const rows = { table: operation, time: attempted, isWaiting, isDue }
  const { chosen, last } = await nextInTurn(db, { ...rows, key: [merchantId, orderId, place] }, turn)
  if (!chosen) return { taken: [], last }
  const taken = await db
    .update(operation)
    .set({ attempts: sql`${operation.attempts} + 1`, attempted: sql`now()` })
    .where(sql`(${merchantId}, ${orderId}, ${place}) in (${chosen})`)
    .returning()
  return { taken, last }
}
