import type { Context } from '../core/context'
import { dayOf } from '../model/calendar'
import { documentMovements } from '../model/document/document-movements'
import type { Movement } from '../model/document/movement'
import { sumOf, totalsOf } from '../model/document/totals'
import type { AccountRow } from '../store/accounts'
import type { OrderRow } from '../store/orders'
import { documentLanguage } from './document-language'
import { xmlText } from './einvoice-terms'
import type { DatedMovement } from './movements'
import { buyerOf, canBeInvoiced } from './parties'
import type { DocumentRow, EarlierDocument } from './read-documents'
import { vatRateOf } from './vat-rate'

/** An order with all its movements of money and the documents of those that have one. */
export interface MovedOrder {
  order: OrderRow
  account: Pick<AccountRow, 'customer' | 'language' | 'chosenLanguage'> | undefined
  /** Oldest first. */
  movements: readonly DatedMovement[]
  documents: readonly EarlierDocument[]
  /** The sequence of the last movement to document now. */
  until: number
}

/**
 * Returns new documents for an order's movements that have none yet. They are not issued: they have no number, no
 * dates, no seller and nothing that depends on the seller. Each gets the next ID.
 */
export function draftDocuments(
  { merchant, clock }: Pick<Context, 'merchant' | 'clock'>,
  { order, account, movements, documents, until }: MovedOrder,
  nextId: () => string,
): DocumentRow[] {
  const known = new Map<number, Pick<EarlierDocument, 'id' | 'buyer' | 'supplied'>>(
    documents.map((each) => [each.sequence, each]),
  )
  const rate = vatRateOf(merchant, documents)
  const documented = documentMovements({ amount: order.amount, lines: order.lines, rate }, movements)
  const customer = buyerOf(account?.customer ?? null)
  const { scheme, last4 } = order
  let moved = new Date(0)
  return documented.flatMap((each, place) => {
    const movement = movements[place]
    const { date, amount } = movement ?? { date: moved, amount: 0n }
    // In order, even if the clocks of two processes differ: a credit note is issued after what it corrects.
    if (date > moved) moved = date
    if (known.has(each.sequence) || each.sequence > until || amount === 0n) return []
    const corrected = (each.corrects ?? []).flatMap((sequence) => known.get(sequence) ?? [])
    // A credit note has the buyer and the day of supply of what it corrects, whatever the customer has changed since.
    // So does the document of a refund that failed.
    const creditNote = known.get(failedRefund(movements, place)?.sequence ?? 0)
    const about = corrected.at(-1) ?? creditNote
    const buyer = about?.buyer ?? customer
    const movedOn = dayOf(date, merchant.timeZone)
    // A payment in advance counts as supply on the day it is charged.
    const supplied = about?.supplied ?? (order.due && order.due < movedOn ? order.due : movedOn)
    const id = nextId()
    known.set(each.sequence, { id, buyer, supplied })
    const { merchantId, id: orderId, number, accountId, currency } = order
    return {
      merchantId,
      id,
      kind: each.isCredit ? 'credit-note' : canBeInvoiced(buyer) ? 'invoice' : 'receipt',
      orderId,
      sequence: each.sequence,
      accountId,
      corrects: corrected.length > 0 ? corrected.map((document) => document.id) : null,
      currency,
      ...sumOf(each.lines),
      content: {
        ...documentLanguage(merchant, account),
        seller: {},
        buyer,
        supplied,
        moved: movedOn,
        order: { id: orderId, ...(number !== null && xmlText(number) && { number }) },
        ...(scheme && last4 && { card: { scheme, last4 } }),
        lines: each.lines,
        totals: totalsOf(each.lines),
        ...(movement?.isReversal && { reverses: movement.kind }),
        ...(creditNote && { creditNote: { id: creditNote.id } }),
        branding: { name: merchant.name },
      },
      moved,
      number: null,
      issuedOn: null,
      issued: null,
      created: clock.now(),
    }
  })
}

/** The refund that a movement reverses because it failed; undefined for any other movement. */
function failedRefund(movements: readonly Movement[], place: number): Movement | undefined {
  const movement = movements[place]
  if (movement?.kind !== 'refund' || !movement.isReversal || movement.reference === null) return undefined
  return movements
    .slice(0, place)
    .findLast(
      ({ kind, isReversal, reference }) =>
        kind === 'refund' && !isReversal && reference === movement.reference,
    )
}
