import { and, eq, inArray, sql } from 'drizzle-orm'
import { operation } from '@/db/schema'
import { finishNotice, type NoticeRow, subjectsOfNotice, takeNotices } from '../card/notices'
import { contextOf } from '../core/context'
import { isReference } from '../core/id'
import { inParallel } from '../core/parallel'
import type { Runtime } from '../core/runtime'
import { findMerchant } from '../merchant/create-merchant'
import type { NoticeSubject } from '../model/card/notices'
import { followPayment } from './follow-service'

const atATime = 4

/**
 * Processes notices of card services. The operations that they name are recovered next, whatever their attempts, and
 * what happened without Kassa is recorded. A notice only says where to look, so its order, and how often it comes, do
 * not matter. Returns how many operations are to be recovered.
 */
export async function processNotices(
  runtime: Runtime,
  onError: (error: unknown, notice: NoticeRow) => void,
): Promise<number> {
  const taken = await takeNotices(runtime.db)
  const counts = await inParallel(taken, atATime, async (notice) => {
    try {
      return await process(runtime, notice)
    } catch (error) {
      // It is attempted again later, and must not delay the others.
      onError(error, notice)
      return 0
    }
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

async function process(runtime: Runtime, notice: NoticeRow): Promise<number> {
  const subjects = await subjectsOfNotice(runtime.cards, notice)
  // Metadata of other systems can have anything as `operation`.
  const ids = subjects
    .flatMap((each) => (each.about === 'operation' ? each.operation : []))
    .filter(isReference)
  const hastened = await hasten(runtime.db, notice.merchantId, ids)
  let isFinished = true
  for (const each of subjects) if (!(await follow(runtime, notice, each))) isFinished = false
  // Otherwise it is attempted again later.
  if (isFinished) await finishNotice(runtime.db, notice)
  return hastened
}

/** Records what happened to a subject without Kassa. Returns false if it is to be repeated. */
async function follow(runtime: Runtime, { merchantId }: NoticeRow, subject: NoticeSubject): Promise<boolean> {
  if (subject.about === 'operation') return true
  const owner = await findMerchant(runtime.db, merchantId)
  return owner === undefined || followPayment(contextOf(runtime, owner), subject.payment)
}

/** Makes pending operations due for recovery. */
async function hasten(db: Runtime['db'], merchantId: string, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await db
    .update(operation)
    .set({ attempted: sql`to_timestamp(0)` })
    .where(
      and(eq(operation.merchantId, merchantId), inArray(operation.id, ids), eq(operation.status, 'pending')),
    )
    .returning({ id: operation.id })
  return rows.length
}
