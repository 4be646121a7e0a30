import { sql } from 'drizzle-orm'
import { coalesced } from '@/db/coalesce'
import type { acquirerFault } from '@/db/schema'

type FaultRow = typeof acquirerFault.$inferSelect
type FaultKind = FaultRow['kind']

/** How the acquirer misbehaves on a request. */
type Fault = Pick<FaultRow, 'fault' | 'delayMs'>

/** The kind of request that a fault is planned for. */
export interface FaultName {
  merchantId: string
  kind: FaultKind
}

/** Returns the fault planned for the next request of this kind, if any, and marks it as used. */
export const takeFault = coalesced<FaultName, Fault | undefined>(async (db, names) => {
  const merchantIds = names.map(({ merchantId }) => merchantId)
  const taken = await db.execute<{
    merchant_id: string
    kind: string
    fault: Fault['fault']
    delay: number
    times: string
  }>(sql`
    with wanted as (
      select merchant_id, kind, count(*) as times
      from unnest(${sql.param(merchantIds)}::text[], ${sql.param(names.map(({ kind }) => kind))}::text[])
        as each (merchant_id, kind)
      group by merchant_id, kind
    ),
    held as (
      select present.merchant_id, present.kind, least(present.remaining, wanted.times) as times
      from wanted join acquirer_fault present using (merchant_id, kind)
      where present.remaining > 0 order by present.merchant_id, present.kind for update of present
    )
    update acquirer_fault present set remaining = present.remaining - held.times from held
    where present.merchant_id = held.merchant_id and present.kind = held.kind
    returning present.merchant_id, present.kind, present.fault, present.delay_ms as delay, held.times`)
  const left = taken.map((row) => ({ ...row, times: Number(row.times) }))
  return names.map(({ merchantId, kind }) => {
    const row = left.find((each) => each.merchant_id === merchantId && each.kind === kind && each.times > 0)
    if (!row) return undefined
    row.times--
    return { fault: row.fault, delayMs: row.delay }
  })
})
