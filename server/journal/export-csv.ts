import type { Context } from '../core/context'
import { type Cell, csvOf, textCell } from '../core/csv'
import { plainVatNumber } from '../model/vat-number'
import { type BookPeriod, entriesOf, type ListedEntry } from './list-entries'

const columns = ['booked', 'kind', 'document', 'order', 'number', 'account', 'customer', 'currency']
const ofAmounts = ['rate', 'net', 'vat', 'gross', 'fee', 'moved', 'source']
/** For VAT returns and lists of sales to other countries. Last, so that all other columns keep their places. */
const ofReturns = ['category', 'vatNumber', 'country']

/**
 * Exports the entries of a period as CSV, oldest first: one row for each VAT rate of an entry, so that each of the
 * columns net, vat and gross adds up.
 */
export const exportJournal = (context: Context, period: BookPeriod): ReadableStream<Uint8Array> =>
  csvOf([...columns, ...ofAmounts, ...ofReturns], rowsOf(context, period), context.merchant)

async function* rowsOf(context: Context, period: BookPeriod): AsyncGenerator<Cell[]> {
  for await (const entries of entriesOf(context, period)) yield* entries.flatMap(cellsOf)
}

const cellsOf = (entry: ListedEntry): Cell[][] => {
  const { currency, fee, amount } = entry
  const money = (value: bigint) => ({ amount: value, currency })
  const parts =
    entry.vat.length > 0
      ? entry.vat.map(({ rate, net, vat }) => ({ rate, net: BigInt(net), vat: BigInt(vat) }))
      : [{ rate: null, net: amount, vat: 0n }]
  return parts.map(({ rate, net, vat }, place) => [
    entry.bookedOn,
    entry.kind,
    textCell(entry.documentNumber ?? ''),
    entry.orderId ?? '',
    textCell(entry.orderNumber ?? ''),
    entry.accountId ?? '',
    textCell(entry.customerName ?? ''),
    currency,
    rate ?? '',
    money(net),
    money(vat),
    money(net + vat),
    // Once for each entry, so that the column adds up.
    money(place === 0 ? fee : 0n),
    entry.moved.toISOString(),
    entry.source,
    rate === null ? '' : rate === 0 ? (entry.zeroVat ?? '') : 'S',
    textCell(plainVatNumber(entry.vatNumber ?? '')),
    entry.country ?? '',
  ])
}
