import { type ExportColumns, listExport } from '../core/export-list'
import { amountOf, feesOf, otherOf } from '../model/card/payout-parts'
import { arrives } from '../model/card/settlement'
import { listPayouts, type PayoutOfMerchant, PayoutSearch } from './payouts'

/** A part of a payout, which is known once all its entries are stored. */
const part =
  (of: (payout: PayoutOfMerchant) => bigint) =>
  (payout: PayoutOfMerchant): { amount: bigint; currency: string } | '' =>
    payout.isComplete ? { amount: of(payout), currency: payout.currency } : ''

const columns: ExportColumns<PayoutOfMerchant> = {
  arrives: { arrives: ({ arrivesOn, state }) => (arrives(state) ? arrivesOn : '') },
  status: { status: ({ state }) => state },
  charged: { charged: part(({ parts }) => amountOf(parts, 'charge')) },
  refunded: { refunded: part(({ parts }) => -amountOf(parts, 'refund')) },
  fees: { fees: part(({ parts }) => feesOf(parts)) },
  // Always with the amount, so that rows add up to it. The list has no such column while no row needs it.
  amount: { other: part(otherOf), amount: (payout) => payout, currency: ({ currency }) => currency },
  service: { service: ({ serviceTitle }) => serviceTitle },
  id: { id: ({ id }) => id },
}

/** Exports the list of payouts. */
export const exportPayouts = listExport(PayoutSearch, columns, listPayouts)
