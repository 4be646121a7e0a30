import { sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { type Clock, later, minutes } from '../core/clock'
import type { Installation } from '../core/runtime'

const tolerance = minutes(5)

/**
 * Returns in words that the clock of this process is wrong; undefined if it agrees with PostgreSQL's. What is due follows
 * the clock of the worker: a clock that is days ahead would charge customers days too early.
 */
export async function clockProblem(db: Queryable): Promise<string | undefined> {
  const sent = Date.now()
  const [row] = await db.execute<{ now: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  )
  const received = Date.now()
  const now = row?.now ?? received
  // However long the response took, PostgreSQL read its clock in between.
  const [ahead, behind] = [sent - now, now - received]
  if (Math.max(ahead, behind) <= tolerance) return undefined
  const difference = ahead > 0 ? `${inMinutes(ahead)} ahead of` : `${inMinutes(behind)} behind`
  return `The clock of this machine is ${difference} that of PostgreSQL. Synchronise them: nothing is billed by a wrong clock.`
}

const inMinutes = (milliseconds: number) => `${Math.round(milliseconds / minutes(1))} minutes`

export interface ClockGuard {
  /** Throws if the clock is wrong. It may have changed at any time. */
  requireRightClock(): Promise<void>
  /**
   * The time of the last check that found the clock right, plus what has passed since. A clock that is set during a job
   * therefore does not change what is due.
   */
  clock: Clock
  /** Rejects when `requireRightClock` throws for the first time. */
  failed: Promise<never>
}

/** Guards work that depends on the time against a clock that becomes wrong. */
export function clockGuard({ db, clock }: Installation): ClockGuard {
  const read = () => ({ time: clock.now(), at: performance.now() })
  let right = read()
  let fail: (problem: Error) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  // Marks the rejection as handled: nobody may wait for it yet.
  failed.catch(() => undefined)
  return {
    failed,
    clock: { now: () => later(right.time, performance.now() - right.at) },
    requireRightClock: async () => {
      const now = read()
      const problem = await clockProblem(db)
      if (problem === undefined) {
        // Jobs check at the same time, and their responses may arrive in another order.
        if (now.at > right.at) right = now
        return
      }
      const error = new Error(problem)
      fail(error)
      throw error
    },
  }
}
