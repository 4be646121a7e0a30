import { eq } from 'drizzle-orm'
import { insertMany } from '@/db/many'
import { closedMonth, journalEntry } from '@/db/schema'
import type { InTransaction, Scope } from '../core/context'
import { type Day, dayIn, dayOf, monthOf } from '../model/calendar'
import type { EntryVat } from '../model/journal'

/** A charge or refund, or one that was taken back, with its document. */
export interface BookedMovement {
  kind: 'charge' | 'refund' | 'reversal'
  orderId: string
  /** The event that moved the money. */
  sequence: number
  documentId: string
  accountId: string | null
  currency: string
  moved: Date
  /** Whether the buyer gets money back. */
  isCredit: boolean
  /** Minor units, never negative. */
  gross: bigint
  totals: readonly EntryVat[]
}

/** Writes the journal entries of movements, on the merchant's calendar. */
export async function bookMovements(
  context: InTransaction,
  movements: readonly BookedMovement[],
): Promise<void> {
  if (movements.length === 0) return
  const { db, merchant, clock } = context
  const closed = await closedMonths(context)
  const created = clock.now()
  await insertMany(
    db,
    journalEntry,
    movements.map((each) => {
      const { kind, orderId, sequence, documentId, accountId, currency, moved, isCredit, gross } = each
      const signed = (amount: string) => (isCredit && amount !== '0' ? `-${amount}` : amount)
      return {
        merchantId: merchant.id,
        kind,
        source: `${orderId}:${sequence}`,
        bookedOn: openDay(dayOf(moved, merchant.timeZone), closed),
        moved,
        documentId,
        orderId,
        accountId,
        currency,
        amount: isCredit ? -gross : gross,
        fee: 0n,
        vat: each.totals.map(({ rate, net, vat }) => ({ rate, net: signed(net), vat: signed(vat) })),
        created,
      }
    }),
  )
}

async function closedMonths({ db, merchant }: Scope): Promise<Set<Day>> {
  const rows = await db
    .select({ month: closedMonth.month })
    .from(closedMonth)
    .where(eq(closedMonth.merchantId, merchant.id))
  return new Set(rows.map(({ month }) => month))
}

/** The day itself or, if its month is closed, the first day of the next month that is open. */
export function openDay(day: Day, closed: ReadonlySet<Day>): Day {
  let month = monthOf(day)
  if (!closed.has(dayIn(month, 1))) return day
  while (closed.has(dayIn(month, 1))) month++
  return dayIn(month, 1)
}
