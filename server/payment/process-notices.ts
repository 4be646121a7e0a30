import { and, eq, inArray, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { operation } from '@/db/schema'
import { finishNotice, type NoticeRow, subjectsOfNotice, takeNotices, topicOfNotice } from '../card/notices'
import { contextOf } from '../core/context'
import { isReference } from '../core/id'
import type { Runtime } from '../core/runtime'
import { findMerchant } from '../merchant/create-merchant'
import type { NoticeSubject } from '../model/card/notices'
import { collectDispute, collectEntries, collectPayout } from '../settlement/collect'
import { isRunning } from '../store/orders'
import { followPayment } from './follow-service'
import { followStoredCard } from './follow-stored-card'

const concurrency = 4

/**
 * Processes notices of card services: makes the operations that they name due for recovery, and records what happened
 * without Kassa. A notice only says where to look, so repeated or reordered notices do no harm. Returns how many
 * operations are now due.
 */
export async function processNotices(
  runtime: Runtime,
  onError: (error: unknown, notice: NoticeRow) => void,
): Promise<number> {
  const taken = await takeNotices(runtime.db)
  const counts = await pLimit(concurrency).map(taken, async (notice) => {
    try {
      return await processNotice(runtime, notice)
    } catch (error) {
      // It is attempted again later, and must not delay the others.
      onError(error, notice)
      return 0
    }
  })
  await collectMovements(runtime, taken, onError)
  return counts.reduce((sum, count) => sum + count, 0)
}

async function processNotice(runtime: Runtime, notice: NoticeRow): Promise<number> {
  const { merchantId, service, objectId } = notice
  const topic = topicOfNotice(runtime.cards, notice)
  if (topic === 'payment') return processPayment(runtime, notice)
  const context = await contextFor(runtime, merchantId)
  if (topic === 'stored card') await followStoredCard(context, notice)
  else await (topic === 'dispute' ? collectDispute : collectPayout)(context, service, objectId)
  await finishNotice(runtime.db, notice)
  return 0
}

async function processPayment(runtime: Runtime, notice: NoticeRow): Promise<number> {
  const { merchantId } = notice
  const subjects = await subjectsOfNotice(runtime.cards, notice)
  // The `operation` in other systems' metadata can be anything.
  const ids = subjects
    .flatMap((each) => (each.about === 'operation' ? each.operation : []))
    .filter(isReference)
  const hastened = await hasten(runtime.db, merchantId, ids)
  let isFinished = true
  for (const each of subjects) if (!(await follow(runtime, merchantId, each))) isFinished = false
  // Otherwise it is attempted again later.
  if (isFinished) await finishNotice(runtime.db, notice)
  return hastened
}

/** Records what happened to a subject without Kassa. Returns false if this has to be repeated. */
async function follow(runtime: Runtime, merchantId: string, subject: NoticeSubject): Promise<boolean> {
  if (subject.about === 'operation') return true
  return followPayment(await contextFor(runtime, merchantId), subject.payment)
}

/** Collects the movements of money that notices are about, with their fees, once per merchant and service. */
async function collectMovements(
  runtime: Runtime,
  notices: readonly NoticeRow[],
  onError: (error: unknown, notice: NoticeRow) => void,
): Promise<void> {
  const latest = new Map(notices.map((notice) => [`${notice.merchantId} ${notice.service}`, notice]))
  await pLimit(concurrency).map([...latest.values()], async (notice) => {
    try {
      await collectEntries(await contextFor(runtime, notice.merchantId), notice.service)
    } catch (error) {
      // They are collected again every hour.
      onError(error, notice)
    }
  })
}

async function contextFor(runtime: Runtime, merchantId: string) {
  const owner = await findMerchant(runtime.db, merchantId)
  if (!owner) throw new Error(`There is no merchant ${merchantId}`)
  return contextOf(runtime, owner)
}

/** Makes the operations that have no outcome yet due for recovery. Returns how many. */
async function hasten(db: Runtime['db'], merchantId: string, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await db
    .update(operation)
    .set({ attempted: sql`to_timestamp(0)` })
    .where(and(eq(operation.merchantId, merchantId), inArray(operation.id, ids), isRunning))
    .returning({ id: operation.id })
  return rows.length
}
