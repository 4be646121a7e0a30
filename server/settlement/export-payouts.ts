import type { z } from 'zod'
import type { Context } from '../core/context'
import { type ExportColumns, exportedColumns, exportList } from '../core/export-list'
import { amountOf, feesOf } from '../model/card/payout-parts'
import { listPayouts, type PayoutOfMerchant, PayoutSearch } from './payouts'

export const PayoutExport = PayoutSearch.extend(exportedColumns)

/** A part of a payout, which is known once all its entries are stored. */
const part =
  (of: (payout: PayoutOfMerchant) => bigint) =>
  (payout: PayoutOfMerchant): { amount: bigint; currency: string } | '' =>
    payout.isComplete ? { amount: of(payout), currency: payout.currency } : ''

const columns: ExportColumns<PayoutOfMerchant> = {
  arrives: { arrives: ({ arrives }) => arrives.toISOString() },
  status: { status: ({ state }) => state },
  charged: { charged: part(({ parts }) => amountOf(parts, 'charge')) },
  refunded: { refunded: part(({ parts }) => -amountOf(parts, 'refund')) },
  fees: { fees: part(({ parts }) => feesOf(parts)) },
  amount: { amount: (payout) => payout, currency: ({ currency }) => currency },
  service: { service: ({ service }) => service },
  id: { id: ({ id }) => id },
}

/** Exports the list of payouts as CSV, in its order. */
export const exportPayouts = (
  context: Context,
  query: z.output<typeof PayoutExport>,
): ReadableStream<Uint8Array> =>
  exportList(context, query, { columns, read: (page) => listPayouts(context, page) })
