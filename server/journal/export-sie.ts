import { todayOf } from '../core/clock'
import type { Context } from '../core/context'
import { dayOf } from '../model/calendar'
import { accountsOf, chartNameOf, chartOf, type PostingKey } from '../model/chart'
import type { JournalKind } from '../model/journal'
import { toMajorText } from '../model/money/money'
import { ossSalesOf } from '../model/oss'
import { fiscalYearsOf, plain } from './fiscal-year'
import { type BookPeriod, entriesOf, type ListedEntry } from './list-entries'
import { type Posting, postEntry } from './post-entry'
import { streamFile } from './stream-file'

type InCurrency = BookPeriod & { currency: string }

/**
 * Exports the entries of a period as SIE 4I: a voucher for each entry, to be imported into a Swedish bookkeeping
 * program, which numbers the vouchers. The format supports one currency, so each currency needs its own file.
 */
export const exportSie = (context: Context, period: InCurrency): ReadableStream<Uint8Array> =>
  streamFile('cp437', linesOf(context, period))

async function* linesOf(context: Context, period: InCurrency): AsyncGenerator<string[]> {
  // Together with the first entries: until they have been read, the file can still be read from another server.
  let head = headOf(context, period)
  const find = chartOf(context.merchant)
  const { timeZone } = context.merchant
  const isOss = ossSalesOf(context.merchant)
  for await (const entries of entriesOf(context, period)) {
    const vouchers = entries.flatMap((entry) =>
      voucherOf(entry, postEntry(entry, { isOss }), (key) => find(key).number, timeZone),
    )
    yield [...head, ...vouchers]
    head = []
  }
}

function headOf({ merchant, clock }: Context, period: InCurrency): string[] {
  const { company, bookkeeping } = merchant
  const names = new Map(accountsOf(merchant).map(({ number, name }) => [number, name]))
  const years = fiscalYearsOf(period, bookkeeping)
  return [
    '#FLAGGA 0',
    '#PROGRAM "Kassa" "1.0"',
    '#FORMAT PC8',
    `#GEN ${plain(todayOf({ merchant, clock }))}`,
    '#SIETYP 4',
    ...(company.organisationNumber ? [`#ORGNR ${company.organisationNumber.replace(/[^\d-]/g, '')}`] : []),
    `#FNAMN ${quoted(company.legalName ?? merchant.name)}`,
    ...years.map(({ from, to }, place) => `#RAR ${-place} ${plain(from)} ${plain(to)}`),
    ...(chartNameOf(merchant) === 'BAS' ? ['#KPTYP EUBAS97'] : []),
    `#VALUTA ${period.currency}`,
    ...[...names].map(([number, name]) => `#KONTO ${number} ${quoted(name)}`),
  ]
}

const words: Record<JournalKind, string> = {
  charge: 'Kortbetalning',
  refund: 'Återbetalning',
  reversal: 'Återförd transaktion',
  dispute: 'Kortreklamation',
  fee: 'Avgift till kortinlösare',
  payout: 'Utbetalning till bank',
  'write-off': 'Förlorad kortreklamation',
  other: 'Övrig transaktion',
}

function voucherOf(
  { kind, documentNumber, orderNumber, orderId, bookedOn, created, currency }: ListedEntry,
  postings: readonly Posting[],
  numberOf: (key: PostingKey) => string,
  timeZone: string,
): string[] {
  const sums = new Map<string, bigint>()
  const add = (account: string, amount: bigint) => sums.set(account, (sums.get(account) ?? 0n) + amount)
  for (const { debit, credit, amount } of postings) {
    add(numberOf(debit), amount)
    add(numberOf(credit), -amount)
  }
  const rows = [...sums].filter(([, amount]) => amount !== 0n)
  if (rows.length === 0) return []
  const order = orderNumber ?? orderId
  const text = [words[kind], documentNumber, order && `order ${order}`].filter(Boolean).join(', ')
  return [
    `#VER "" "" ${plain(bookedOn)} ${quoted(text)} ${plain(dayOf(created, timeZone))}`,
    '{',
    ...rows.map(([account, amount]) => `   #TRANS ${account} {} ${toMajorText({ amount, currency })}`),
    '}',
  ]
}

/** A field in quotation marks. The format allows no control characters, and a backslash only before such a mark. */
const quoted = (text: string): string =>
  `"${text.replace(/\p{C}/gu, ' ').replaceAll('\\', '/').replaceAll('"', '\\"')}"`
