import type { requestContents, requestLog } from '@/db/schema'
import { newId } from '../core/id'
import type { PreparedRow } from './row'

type ContentsRow = typeof requestContents.$inferInsert

/** Showing one request reads its whole row, so rows stay small. */
export const maxTogether = 40
const maxBytesTogether = 100_000

/**
 * Packs the contents of requests into rows, each for one merchant, and returns them with the rows of the requests. PostgreSQL
 * compresses only long values, and requests resemble each other.
 */
export function packed(rows: readonly PreparedRow[]) {
  const contents: ContentsRow[] = []
  const open = new Map<string, { row: ContentsRow; bytes: number }>()
  const requests = rows.map(({ content, bytes, ...request }): typeof requestLog.$inferInsert => {
    if (content.every((part) => part === null)) return { ...request, contentsId: null, place: null }
    const { merchantId, date } = request
    let last = open.get(merchantId)
    if (!last || last.row.contents.length >= maxTogether || last.bytes + bytes > maxBytesTogether) {
      last = { row: { merchantId, id: newId(), date, contents: [] }, bytes: 0 }
      open.set(merchantId, last)
      contents.push(last.row)
    }
    last.bytes += bytes
    if (last.row.date < date) last.row.date = date
    return { ...request, contentsId: last.row.id, place: last.row.contents.push(content) - 1 }
  })
  return { requests, contents }
}
