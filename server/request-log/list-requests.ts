import { and, desc, eq, lt, sql } from 'drizzle-orm'
import * as z from 'zod'
import { apiKey, type RequestContent, requestContents, requestLog } from '@/db/schema'
import type { MerchantScope, Scope } from '../core/context'
import { onDays } from '../core/day-range'
import { afterPosition, type Page, pageOf, pageQuery } from '../core/page'
import { columnsOf, partOfWalk, walked } from '../core/walk'
import { fail } from '../model/errors'
import { date as day } from '../model/fields'

export const RequestListQuery = z.strictObject({
  after: pageQuery.after,
  outcome: z.enum(['succeeded', 'failed']).optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  key: z.string().max(100).optional(),
  /** The complete id of the request. */
  request: z.string().max(128).optional(),
  /** The first and the last day, in the merchant's time zone. */
  start: day().optional(),
  end: day().optional(),
})

type RequestRow = typeof requestLog.$inferSelect

export type RequestSummary = Omit<RequestRow, 'merchantId' | 'contentsId' | 'place'> & { created: Date }

const { id, requestId, date, method, status, keyId, merchantId } = requestLog
const { merchantId: _merchantId, contentsId: _contents, place: _place, ...columns } = columnsOf(requestLog)
const summary = { ...columns, created: columns.date }

/** Returns requests of the last seven days, newest first. */
export async function listRequests(
  { db, merchant }: MerchantScope,
  wanted: z.output<typeof RequestListQuery> & { limit: number },
): Promise<Page<RequestSummary>> {
  const { limit, outcome, request, after } = wanted
  const walk = {
    table: requestLog,
    indexed: and(
      eq(merchantId, merchant.id),
      request === undefined ? undefined : eq(requestId, request),
      // Written into the statement, to match the index of failed requests.
      outcome === 'failed' ? sql`${status} >= 400` : undefined,
      onDays(date, wanted, merchant.timeZone),
      afterPosition(after, date, id),
    ),
    filter: and(
      outcome === 'succeeded' ? lt(status, 400) : undefined,
      wanted.method && eq(method, wanted.method),
      wanted.key === undefined ? undefined : eq(keyId, wanted.key),
    ),
    order: sql`${desc(date)}, ${desc(id)}`,
  }
  const rows = await db
    .select(summary)
    .from(sql`(${walked(walk, limit + 1)}) ${requestLog}`)
    .orderBy(walk.order)
  return rows.length > limit ? pageOf(rows, limit) : partOfWalk(db, walk, rows, date)
}

/** Returns a request with its body and its response, with secrets and card data hidden. Throws `not-found`. */
export async function readRequest({ db, merchant }: Scope, wanted: string) {
  const [row] = await db
    .select({
      ...summary,
      keyName: apiKey.name,
      content: sql<RequestContent | null>`${requestContents.contents} -> ${requestLog.place}`,
    })
    .from(requestLog)
    .leftJoin(
      requestContents,
      and(eq(requestContents.merchantId, merchantId), eq(requestContents.id, requestLog.contentsId)),
    )
    .leftJoin(apiKey, and(eq(apiKey.merchantId, merchantId), eq(apiKey.id, keyId)))
    .where(and(eq(merchantId, merchant.id), eq(id, wanted)))
  if (!row) throw fail('not-found', { what: 'request' })
  const { content, ...request } = row
  const [body, responseBody] = content ?? [null, null]
  return { ...request, body, responseBody }
}
