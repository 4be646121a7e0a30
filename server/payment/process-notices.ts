import { and, eq, inArray, sql } from 'drizzle-orm'
import { operation } from '@/db/schema'
import { finishNotice, type NoticeRow, operationsOfNotice, takeNotices } from '../card/notices'
import { isReference } from '../core/id'
import { inParallel } from '../core/parallel'
import type { Runtime } from '../core/runtime'
import { isRunning } from '../store/orders'

const atATime = 4

/**
 * Processes notices of card services: the operations that they name are recovered next, whatever their attempts. A
 * notice only hints that something happened, so its order, and how often it comes, do not matter. Returns how many
 * operations are to be recovered.
 */
export async function processNotices(
  runtime: Pick<Runtime, 'db' | 'cards'>,
  onError: (error: unknown, notice: NoticeRow) => void,
): Promise<number> {
  const taken = await takeNotices(runtime.db)
  const counts = await inParallel(taken, atATime, async (notice) => {
    try {
      // Metadata of other systems can have anything as `operation`.
      const ids = (await operationsOfNotice(runtime.cards, notice)).filter(isReference)
      const hastened = await hasten(runtime.db, notice.merchantId, ids)
      await finishNotice(runtime.db, notice)
      return hastened
    } catch (error) {
      // It is attempted again later, and must not delay the others.
      onError(error, notice)
      return 0
    }
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Makes operations due for recovery whose outcome is not known yet. */
async function hasten(db: Runtime['db'], merchantId: string, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await db
    .update(operation)
    .set({ attempted: sql`to_timestamp(0)` })
    .where(and(eq(operation.merchantId, merchantId), inArray(operation.id, ids), isRunning))
    .returning({ id: operation.id })
  return rows.length
}
