import type { Context } from '../core/context'
import { accountsOf, chartNameOf, chartOf, isAutomatic, type PostingKey } from '../model/chart'
import type { JournalKind } from '../model/journal'
import { toMajorText } from '../model/money/money'
import { ossSalesOf } from '../model/oss'
import { plainVatNumber } from '../model/vat-number'
import { datevColumns } from './datev-columns'
import { fiscalYearOf, plain } from './fiscal-year'
import { type BookPeriod, entriesOf, type ListedEntry } from './list-entries'
import { type Posting, postEntry } from './post-entry'
import { streamFile } from './stream-file'

/** The only currency of a batch: DATEV keeps books in euros. */
const datevCurrency = 'EUR'

/** What DATEV's programs show until the tax adviser's numbers are entered. */
const defaultConsultant = 1001
const defaultClient = 1

/**
 * Exports the entries in euros of a month, or of a part of it, as a DATEV posting batch (EXTF, Buchungsstapel). Sales
 * accounts for which DATEV computes the VAT get gross amounts.
 */
export const exportDatev = (context: Context, period: BookPeriod): ReadableStream<Uint8Array> =>
  streamFile('windows-1252', linesOf(context, period))

async function* linesOf(context: Context, period: BookPeriod): AsyncGenerator<string[]> {
  const { merchant } = context
  const find = chartOf(merchant)
  const isOss = ossSalesOf(merchant)
  const length = accountLength(context)
  const numberOf = (key: PostingKey) => find(key).number.padEnd(length, '0')
  // Together with the first entries: until they have been read, the file can still be read from another server.
  let head = [headOf(context, period, length), datevColumns.map(({ name }) => name).join(';')]
  for await (const entries of entriesOf(context, { ...period, currency: datevCurrency })) {
    const lines = entries.flatMap((entry) =>
      postEntry(entry, { isOss, isAutomatic: (rate) => isAutomatic(merchant, rate) }).map((posting) =>
        lineOf(entry, posting, numberOf),
      ),
    )
    yield [...head, ...lines]
    head = []
  }
}

/** All accounts of a batch have the same number of digits. */
const accountLength = ({ merchant }: Context): number =>
  Math.max(4, ...accountsOf(merchant).map(({ number }) => number.length))

function headOf({ merchant, clock }: Context, { from, to }: BookPeriod, length: number): string {
  const { bookkeeping } = merchant
  const { consultant = defaultConsultant, client = defaultClient } = bookkeeping.datev ?? {}
  const created = clock.now().toISOString().replace(/\D/g, '')
  const chart = chartNameOf(merchant).replace(/\D/g, '')
  const year = fiscalYearOf(from, bookkeeping)
  return [
    ...[text('EXTF'), 700, 21, text('Buchungsstapel'), 13, created, '', text(''), text(''), text('')],
    ...[
      consultant,
      client,
      plain(year.from),
      length,
      plain(from),
      plain(to),
      text(`Kassa ${from.slice(0, 7)}`),
    ],
    // Financial accounting, independent of accounting standards, not locked.
    ...[
      text(''),
      1,
      0,
      0,
      text(datevCurrency),
      '',
      text(''),
      '',
      '',
      text(chart),
      '',
      '',
      text(''),
      text(''),
    ],
  ].join(';')
}

const words: Record<JournalKind, string> = {
  charge: 'Kartenzahlung',
  refund: 'Erstattung',
  reversal: 'Storno',
  dispute: 'Rückbelastung',
  fee: 'Gebühr Zahlungsdienst',
  payout: 'Auszahlung',
  'write-off': 'Forderungsausfall',
  other: 'Sonstige Buchung',
}

function lineOf(
  { kind, bookedOn, documentNumber, orderNumber, orderId, source, vatNumber }: ListedEntry,
  { debit, credit, amount }: Posting,
  numberOf: (key: PostingKey) => string,
): string {
  const order = orderNumber ?? orderId ?? ''
  const isDebit = amount > 0n
  const size = toMajorText({ amount: isDebit ? amount : -amount, currency: datevCurrency })
  const values: Record<string, string> = {
    'Umsatz (ohne Soll/Haben-Kz)': size.replace('.', ','),
    'Soll/Haben-Kennzeichen': isDebit ? 'S' : 'H',
    'WKZ Umsatz': datevCurrency,
    Konto: numberOf(debit),
    'Gegenkonto (ohne BU-Schlüssel)': numberOf(credit),
    Belegdatum: `${bookedOn.slice(8, 10)}${bookedOn.slice(5, 7)}`,
    'Belegfeld 1': (documentNumber ?? source).replace(/[^\w$&%*+/-]/g, '-').slice(0, 36),
    Buchungstext: [words[kind], order && `Bestellung ${order}`].filter(Boolean).join(' ').slice(0, 60),
    // For the list of sales to businesses in other EU countries (Zusammenfassende Meldung).
    ...((credit === 'sales.reverse-charge' || credit === 'sales.intra-community') &&
      vatNumber && {
        'EU-Land u. UStID (Bestimmung)': plainVatNumber(vatNumber),
      }),
    ...(order && { 'Beleginfo - Art 1': 'Bestellung', 'Beleginfo - Inhalt 1': order.slice(0, 210) }),
  }
  return datevColumns
    .map(({ name, isText }) => (isText ? text(values[name] ?? '') : (values[name] ?? '')))
    .join(';')
}

const text = (value: string): string => `"${value.replace(/\p{C}/gu, ' ').replaceAll('"', '""')}"`
