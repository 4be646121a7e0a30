import { lt } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { deleteInBatches } from '@/db/delete-in-batches'
import { requestContents, requestLog } from '@/db/schema'
import { days, later } from '../core/clock'
import { deleteOldUsage } from './usage'

/** How long a request is kept. */
const keptFor = days(7)

/** Deletes logged requests and counts that are older than seven days. Returns how many requests. */
export async function deleteOldRequests(db: Database, now: Date): Promise<number> {
  const before = later(now, -keptFor)
  await deleteOldUsage(db, before)
  await deleteInBatches(db, requestContents, lt(requestContents.date, before))
  return deleteInBatches(db, requestLog, lt(requestLog.date, before))
}
