import { sql } from 'drizzle-orm'
import { minutes } from '../core/clock'
import type { Scope } from '../core/context'
import { callbacksWait, type Erased, eraseRecords } from './erase-records'
import { erasureObstacles } from './erasure-obstacles'

/** Longer than any request that was running while something was erased. */
const settlingMs = minutes(10)

/** When what such requests wrote is erased too, in real time. */
export const onceSettled = sql`now() + make_interval(secs => ${settlingMs / 1000})`

/**
 * Erases what was written about an account or order since it was erased. Returns when to erase again; null if no running
 * operation and no waiting callback can write more.
 */
export async function eraseAdditions(inside: Scope, all: Erased) {
  await eraseRecords(inside, all)
  const { running } = await erasureObstacles(inside, all)
  return running > 0 || (await callbacksWait(inside, all)) ? onceSettled : null
}
