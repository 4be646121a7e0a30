import { sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { minutes } from '../core/clock'

const toleranceMinutes = 5

/**
 * Returns in words that the clock of this process is wrong; undefined if it agrees with PostgreSQL's. What is due follows
 * the clock of the worker: a clock that is days ahead would charge customers days too early.
 */
export async function clockProblem(db: Queryable): Promise<string | undefined> {
  const asked = Date.now()
  const [row] = await db.execute<{ now: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  )
  const answered = Date.now()
  const now = row?.now ?? answered
  // However long the answer took, PostgreSQL read its clock in between.
  const difference = Math.max(asked - now, now - answered)
  if (difference <= minutes(toleranceMinutes)) return undefined
  const [ours, theirs] = [answered, now].map((time) => new Date(time).toISOString())
  return `The clock of this machine (${ours}) and that of PostgreSQL (${theirs}) differ by more than ${toleranceMinutes} minutes. Synchronise them: nothing is billed by a wrong clock.`
}
