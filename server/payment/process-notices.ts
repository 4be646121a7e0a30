import { and, eq, inArray, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { operation } from '@/db/schema'
import type { ConnectionRef } from '../card/connection-ref'
import { finishNotice, type NoticeRow, subjectsOfNotice, takeNotices, topicOfNotice } from '../card/notices'
import { contextOf } from '../core/context'
import { groupBy } from '../core/group-by'
import { isReference } from '../core/id'
import type { Runtime } from '../core/runtime'
import { findMerchant } from '../merchant/find-merchant'
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
  const ofEachMerchant = [...groupBy(taken, ({ merchantId }) => merchantId).values()]
  await pLimit(concurrency).map(ofEachMerchant, (notices) =>
    pLimit(concurrency).map(notices, async (notice) => {
      try {
        await processNotice(runtime, notice)
      } catch (error) {
        // It is attempted again later, and must not delay the others.
        onError(error, notice)
      }
    }),
  )
  const connections = taken.map(({ merchantId, service }) => ({ merchantId, service }))
  return [...new Map(connections.map((each) => [`${each.merchantId} ${each.service}`, each])).values()]
}

async function processNotice(runtime: Runtime, notice: NoticeRow): Promise<void> {
  const { merchantId, service, objectId } = notice
  const topic = topicOfNotice(runtime.cards, notice)
  if (topic === 'payment') return processPayment(runtime, notice)
  const context = await contextFor(runtime, merchantId)
  if (topic === 'stored card') await followStoredCard(context, notice)
  else await (topic === 'dispute' ? collectDispute : collectPayout)(context, service, objectId)
  await finishNotice(runtime.db, notice)
}

async function processPayment(runtime: Runtime, notice: NoticeRow): Promise<void> {
  const { merchantId } = notice
  const subjects = await subjectsOfNotice(runtime.cards, notice)
  // The `operation` in other systems' metadata can be anything.
  const ids = subjects
    .flatMap((each) => (each.about === 'operation' ? each.operation : []))
    .filter(isReference)
  await hasten(runtime.db, merchantId, ids)
  let isFinished = true
  for (const each of subjects) if (!(await follow(runtime, merchantId, each))) isFinished = false
  // Otherwise it is attempted again later.
  if (isFinished) await finishNotice(runtime.db, notice)
}

/** Records what happened to a subject without Kassa. Returns false if this has to be repeated. */
async function follow(runtime: Runtime, merchantId: string, subject: NoticeSubject): Promise<boolean> {
  if (subject.about === 'operation') return true
  return followPayment(await contextFor(runtime, merchantId), subject.payment)
}

async function contextFor(runtime: Runtime, merchantId: string) {
  const owner = await findMerchant(runtime.db, merchantId)
  if (!owner) throw new Error(`There is no merchant ${merchantId}`)
  return contextOf(runtime, owner)
}

/** Makes the operations that have no outcome yet due for recovery. */
async function hasten(db: Runtime['db'], merchantId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(operation)
    .set({ attempted: sql`to_timestamp(0)` })
    .where(and(eq(operation.merchantId, merchantId), inArray(operation.id, ids), isRunning))
}
