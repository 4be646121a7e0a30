import { insertMany } from '@/db/many'
import { journalEntry } from '@/db/schema'
import type { InTransaction } from '../core/context'
import { dayOf } from '../model/calendar'
import type { EntryVat } from '../model/journal'

/** A charge, a refund, or the reversal of one, with its document. */
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

/** Writes the journal entries of movements, on the merchant's calendar. PostgreSQL moves them out of closed months. */
export async function bookMovements(
  context: InTransaction,
  movements: readonly BookedMovement[],
): Promise<void> {
  if (movements.length === 0) return
  const { db, merchant, clock } = context
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
        bookedOn: dayOf(moved, merchant.timeZone),
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
