import Big from 'big.js'
import { sql } from 'drizzle-orm'
import { document, journalEntry } from '@/db/schema'
import type { Scope } from '../core/context'
import { groupBy } from '../core/group-by'
import { inMinorUnits } from '../model/document/accounting-vat'
import type { ZeroVatCategory } from '../model/document/content'
import type { Money } from '../model/money/money'
import { plainVatNumber } from '../model/vat-number'
import { type BookPeriod, country, monthsOf, vatNumber, zeroVat } from './list-entries'

/** What was sold to a country at a rate: charges less refunds, in minor units. */
export interface CountrySum {
  currency: string
  /** The country of the buyer's address, ISO 3166; null if the address has none. */
  country: string | null
  /** Percent; null if no rate is known. */
  rate: number | null
  /** Why the rate is 0; null at other rates, and until the document is issued. */
  zeroVat: ZeroVatCategory | null
  net: bigint
  vat: bigint
  /**
   * The VAT in the currency in which the merchant accounts for it, at the documents' exchange rates: several if the
   * merchant's country has changed. Null in that currency, and if there is VAT for which no document states it.
   */
  accountingVat: Money[] | null
}

/** What was sold without VAT to a business in another EU country: charges less refunds, in minor units. */
export interface BusinessSum {
  currency: string
  vatNumber: string
  /** Services are under reverse charge, goods are intra-Community supplies. */
  services: bigint
  goods: bigint
}

type Row = Record<string, string | null>

/**
 * Sums up the sales of a period as VAT returns need them. Leaves out what was refunded in full. Month by month, so that no
 * statement takes too long, however many months there are.
 */
export async function sumVat(
  scope: Scope,
  period: BookPeriod,
): Promise<{ countries: CountrySum[]; businesses: BusinessSum[] }> {
  const rows: Row[] = []
  for (const month of monthsOf(period)) rows.push(...(await readSums(scope, month)))
  return {
    countries: byCountry(rows.filter((row) => row.vat_number === null)),
    businesses: byBusiness(rows.filter((row) => row.vat_number !== null)),
  }
}

function readSums({ db, merchant }: Scope, { from, to }: BookPeriod): Promise<Row[]> {
  const { merchantId, bookedOn, kind, documentId, currency, vat } = journalEntry
  return db.execute<Row>(sql`
    with part as materialized (
      select ${currency}, ${country} as country, part.rate, part.net, part.vat,
        case when part.rate = 0 then ${zeroVat} end as zero_vat,
        case when part.rate = 0 then ${vatNumber} end as vat_number,
        ${document.content} -> 'accountingVat' as accounting
      from ${journalEntry}
      left join ${document} on ${document.merchantId} = ${merchantId} and ${document.id} = ${documentId}
      cross join lateral jsonb_to_recordset(${vat}) as part(rate numeric, net bigint, vat bigint)
      where ${merchantId} = ${merchant.id} and ${bookedOn} between ${from}::date and ${to}::date
        and ${kind} in ('charge', 'refund', 'reversal')
    )
    select currency, country, rate, zero_vat, null as vat_number, sum(net) as net, sum(vat) as vat,
      accounting ->> 'currency' as accounting_currency, sum(vat * (accounting ->> 'rate')::numeric) as converted
    from part group by currency, country, rate, zero_vat, accounting_currency
    union all
    select currency, null, 0, zero_vat, vat_number, sum(net), 0, null, null
    from part where zero_vat in ('AE', 'K') and vat_number is not null
    group by currency, zero_vat, vat_number`)
}

/** Adds up the sums of each currency, country and rate. Those without a country come last in their currency. */
function byCountry(rows: readonly Row[]): CountrySum[] {
  const keyOf = ({ currency, country, rate, zero_vat }: Row) =>
    JSON.stringify([currency, country, rate, zero_vat])
  return [...groupBy(rows, keyOf).values()]
    .map(countrySum)
    .filter(({ net, vat }) => net !== 0n || vat !== 0n)
    .sort(
      (one, other) =>
        compare(one.currency, other.currency) ||
        compare(one.country, other.country) ||
        (other.rate ?? -1) - (one.rate ?? -1) ||
        compare(one.zeroVat, other.zeroVat),
    )
}

/** Compares codes of letters, which all precede a missing one. */
function compare(one: string | null, other: string | null): number {
  const [first, second] = [one ?? '~', other ?? '~']
  return first < second ? -1 : Number(first > second)
}

const sumOf = (rows: readonly Row[], name: 'net' | 'vat') =>
  rows.reduce((sum, row) => sum + BigInt(row[name] ?? 0), 0n)

function countrySum(rows: readonly Row[]): CountrySum {
  const [{ currency = '', country, rate, zero_vat } = {} as Row] = rows
  const from = currency ?? ''
  const stated = groupBy(
    rows.filter((row) => row.accounting_currency !== null),
    (row) => row.accounting_currency ?? '',
  )
  const isStated =
    sumOf(
      rows.filter((row) => row.accounting_currency === null),
      'vat',
    ) === 0n
  const accountingVat = [...stated].map(([to, same]) => {
    const worth = same.reduce((sum, { converted }) => sum.plus(converted ?? 0), new Big(0))
    return { amount: BigInt(inMinorUnits(worth.toFixed(), { from, to })), currency: to }
  })
  return {
    currency: from,
    country: country ?? null,
    rate: rate == null ? null : Number(rate),
    zeroVat: zero_vat as ZeroVatCategory | null,
    net: sumOf(rows, 'net'),
    vat: sumOf(rows, 'vat'),
    accountingVat: isStated && accountingVat.length > 0 ? accountingVat : null,
  }
}

/** Adds up the sums of each business, whose VAT number may be written in several ways. */
function byBusiness(rows: readonly Row[]): BusinessSum[] {
  const sums = new Map<string, BusinessSum>()
  for (const { currency, vat_number, zero_vat, net } of rows) {
    const vatNumber = plainVatNumber(vat_number ?? '')
    const key = `${currency} ${vatNumber}`
    const sum = sums.get(key) ?? { currency: currency ?? '', vatNumber, services: 0n, goods: 0n }
    const amount = BigInt(net ?? 0)
    sums.set(
      key,
      zero_vat === 'AE' ? { ...sum, services: sum.services + amount } : { ...sum, goods: sum.goods + amount },
    )
  }
  return [...sums.values()]
    .filter(({ services, goods }) => services !== 0n || goods !== 0n)
    .sort((one, other) => compare(one.vatNumber, other.vatNumber))
}
