import { sql } from 'drizzle-orm'
import { minutes } from '../core/clock'
import type { Scope } from '../core/context'
import { callbacksWait, type Erased, eraseRecords } from './erase-records'
import { erasureObstacles } from './erasure-obstacles'

/** Longer than any request that was running while something was erased. */
const settlingMs = minutes(10)

/** When what such requests wrote is erased too, in real time. */
export const onceSettled = sql`now() + make_interval(secs => ${settlingMs / 1000})`

/** Erases what was written since. Returns when to erase once more; null if nothing is written by itself any more. */
export async function eraseAnew(inside: Scope, all: Erased) {
  await eraseRecords(inside, all)
  const { running } = await erasureObstacles(inside, all)
  return running > 0 || (await callbacksWait(inside, all)) ? onceSettled : null
}
