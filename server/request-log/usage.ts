import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { deleteInBatches } from '@/db/delete-in-batches'
import { requestLogUsage } from '@/db/schema'
import { days, hours, later } from '../core/clock'
import { config } from '../core/config/config'
import type { Scope } from '../core/context'
import { instantSql } from '../core/instants'

/** How much of the request log one merchant may fill, in bytes. */
export interface LogLimits {
  perHour: number
  perDay: number
}

export const logLimits = (): LogLimits => {
  const { requestLogMbPerHour, requestLogMbPerDay } = config()
  return { perHour: requestLogMbPerHour * 1_000_000, perDay: requestLogMbPerDay * 1_000_000 }
}

/**
 * How many bytes requests with a public key leave for the merchant's own: otherwise, anyone could fill the log, and what
 * the merchant's systems do would be missing.
 */
export function keptFromStrangers(): number {
  const { perHour, perDay } = logLimits()
  return Math.min(perHour, perDay) / 2
}

/** How many of one merchant's requests a write logged and dropped. */
export interface Usage {
  bytes: number
  /** Not logged: the merchant's share of the log was full. */
  overLimit: number
  /** Not logged: they could not be stored, or too many were waiting. */
  failed: number
}

const hourOf = (date: Date) => new Date(Math.floor(date.getTime() / hours(1)) * hours(1))

/** Returns how many bytes each merchant may still log now. */
export async function roomLeft(
  db: Database,
  merchantIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const { perHour, perDay } = logLimits()
  const hour = hourOf(now)
  const rows = await db
    .select({
      merchantId: requestLogUsage.merchantId,
      day: sql<number>`sum(${requestLogUsage.bytes})::float8`,
      hour: sql<number>`coalesce(sum(${requestLogUsage.bytes}) filter (where ${requestLogUsage.hour} = ${instantSql(hour)}), 0)::float8`,
    })
    .from(requestLogUsage)
    .where(
      and(
        inArray(requestLogUsage.merchantId, [...merchantIds]),
        gt(requestLogUsage.hour, later(hour, -days(1))),
      ),
    )
    .groupBy(requestLogUsage.merchantId)
  const room = new Map(merchantIds.map((id) => [id, Math.min(perHour, perDay)]))
  for (const used of rows) room.set(used.merchantId, Math.min(perHour - used.hour, perDay - used.day))
  return room
}

/** Adds to what merchants have logged in this hour. */
export async function addUsage(db: Database, usage: ReadonlyMap<string, Usage>, now: Date): Promise<void> {
  const rows = [...usage].map(([merchantId, used]) => ({ merchantId, hour: hourOf(now), ...used }))
  // Sorted, so that two processes never deadlock.
  rows.sort((a, b) => (a.merchantId < b.merchantId ? -1 : 1))
  if (rows.length === 0) return
  const added = (column: 'bytes' | 'over_limit' | 'failed') =>
    sql`${requestLogUsage}.${sql.identifier(column)} + excluded.${sql.identifier(column)}`
  await db
    .insert(requestLogUsage)
    .values(rows)
    .onConflictDoUpdate({
      target: [requestLogUsage.merchantId, requestLogUsage.hour],
      set: { bytes: added('bytes'), overLimit: added('over_limit'), failed: added('failed') },
    })
}

/**
 * Returns how many of a merchant's requests were not logged in the last hour (this clock hour and the previous one)
 * and the last day.
 */
export async function notLogged({ db, merchant }: Scope, now: Date) {
  const hour = hourOf(now)
  const rows = await db
    .select()
    .from(requestLogUsage)
    .where(and(eq(requestLogUsage.merchantId, merchant.id), gt(requestLogUsage.hour, later(hour, -days(1)))))
  const sum = (from: Date, name: 'overLimit' | 'failed') =>
    rows.filter((row) => row.hour >= from).reduce((total, row) => total + row[name], 0)
  const within = (from: Date) => ({ overLimit: sum(from, 'overLimit'), failed: sum(from, 'failed') })
  return { hour: within(later(hour, -hours(1))), day: within(later(hour, -days(1))), limits: logLimits() }
}

export const deleteOldUsage = (db: Database, before: Date) =>
  deleteInBatches(db, requestLogUsage, lt(requestLogUsage.hour, before))
