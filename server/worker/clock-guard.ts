import { sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { minutes } from '../core/clock'

const tolerance = minutes(5)

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
  const [ahead, behind] = [asked - now, now - answered]
  if (Math.max(ahead, behind) <= tolerance) return undefined
  const difference = ahead > 0 ? `${inMinutes(ahead)} ahead of` : `${inMinutes(behind)} behind`
  return `The clock of this machine is ${difference} that of PostgreSQL. Synchronise them: nothing is billed by a wrong clock.`
}

const inMinutes = (milliseconds: number) => `${Math.round(milliseconds / minutes(1))} minutes`

export interface ClockGuard {
  /** Throws if the clock is wrong. It may have changed at any time. */
  requireRightClock(): Promise<void>
  /** Rejects when `requireRightClock` throws for the first time. */
  failed: Promise<never>
}

/** Guards work that depends on the time against a clock that becomes wrong. */
export function clockGuard(db: Queryable): ClockGuard {
  let fail: (problem: Error) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  // Marks the rejection as handled: nobody may wait for it yet.
  failed.catch(() => undefined)
  return {
    failed,
    requireRightClock: async () => {
      const problem = await clockProblem(db)
      if (problem === undefined) return
      const error = new Error(problem)
      fail(error)
      throw error
    },
  }
}
