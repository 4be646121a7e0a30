import { sql } from 'drizzle-orm'
import { minutes } from '../core/clock'

/** Longer than any request that was running while something was erased. */
const settlingMs = minutes(10)

/** When what such requests wrote is erased too, in real time. */
export const onceSettled = sql`now() + make_interval(secs => ${settlingMs / 1000})`
