import { and, eq, inArray, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { operation } from '@/db/schema'
import type { ConnectionRef } from '../card/connection-ref'
import { finishNotice, type NoticeRow, subjectsOfNotice, takeNotices, topicOfNotice } from '../card/notices'
import { type Context, contextOf } from '../core/context'
import { groupBy } from '../core/group-by'
import { isReference } from '../core/id'
import type { Runtime } from '../core/runtime'
import { merchantsOf } from '../merchant/find-merchant'
import type { NoticeSubject } from '../model/card/notices'
import { collectDispute, collectPayout } from '../settlement/collect'
import { isRunning } from '../store/operations'
import { followPayment } from './follow-service'
import { followStoredCard } from './follow-stored-card'

/** How many merchants, and notices of each, are processed at once. */
const concurrency = 4

/** The merchant whose turn was last. Each process has its own. */
export interface NoticeTurns {
  last: string
}

/**
 * Processes a batch of notices of card services: makes the operations that they name due for recovery, and records what happened
 * without Kassa. A notice only says where to look, so repeated or reordered notices do no harm. Merchants take turns. Returns
 * the connections that the notices came from: their balances may have moved.
 */
export async function processNotices(
  runtime: Runtime,
  onError: (error: unknown, notice: NoticeRow) => void,
  turns: NoticeTurns = { last: '' },
): Promise<ConnectionRef[]> {
  const { notices: taken, last } = await takeNotices(runtime.db, turns.last)
  turns.last = last
  const ownerOf = await merchantsOf(runtime.db, taken)
  const ofEachMerchant = [...groupBy(taken, ({ merchantId }) => merchantId).values()]
  await pLimit(concurrency).map(ofEachMerchant, (notices) =>
    pLimit(concurrency).map(notices, async (notice) => {
      try {
        await processNotice(contextOf(runtime, ownerOf(notice)), notice)
      } catch (error) {
        // It is attempted again later, and must not delay the others.
        onError(error, notice)
      }
    }),
  )
  const connections = taken.map(({ merchantId, service }) => ({ merchantId, service }))
  return [...new Map(connections.map((each) => [`${each.merchantId} ${each.service}`, each])).values()]
}

async function processNotice(context: Context, notice: NoticeRow): Promise<void> {
  const { service, objectId } = notice
  const topic = topicOfNotice(context.cards, notice)
  if (topic === 'payment') return processPayment(context, notice)
  if (topic === 'stored card') await followStoredCard(context, notice)
  else await (topic === 'dispute' ? collectDispute : collectPayout)(context, service, objectId)
  await finishNotice(context.db, notice)
}

async function processPayment(context: Context, notice: NoticeRow): Promise<void> {
  const subjects = await subjectsOfNotice(context.cards, notice)
  // The `operation` in other systems' metadata can be anything.
  const ids = subjects
    .flatMap((each) => (each.about === 'operation' ? each.operation : []))
    .filter(isReference)
  await hasten(context, ids)
  let isFinished = true
  for (const each of subjects) if (!(await follow(context, each))) isFinished = false
  // Otherwise it is attempted again later.
  if (isFinished) await finishNotice(context.db, notice)
}

/** Records what happened to a subject without Kassa. Returns false if this has to be repeated. */
const follow = async (context: Context, subject: NoticeSubject): Promise<boolean> =>
  subject.about === 'operation' || (await followPayment(context, subject.payment))

/** Makes the operations that have no outcome yet due for recovery. */
async function hasten({ db, merchant }: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(operation)
    .set({ attempted: sql`to_timestamp(0)` })
    .where(and(eq(operation.merchantId, merchant.id), inArray(operation.id, ids), isRunning))
}
