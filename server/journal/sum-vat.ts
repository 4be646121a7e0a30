import Big from 'big.js'
import { sql } from 'drizzle-orm'
import { document, journalEntry } from '@/db/schema'
import type { MerchantScope, Scope } from '../core/context'
import { groupBy } from '../core/group-by'
import { inMinorUnits } from '../model/document/accounting-vat'
import type { ZeroVatCategory } from '../model/document/content'
import type { Money } from '../model/money/money'
import { ossSalesOf } from '../model/oss'
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
  /** Whether the VAT is reported through the One-Stop Shop. */
  isOss: boolean
  net: bigint
  vat: bigint
  /**
   * The VAT in the currency in which the merchant accounts for it, at the documents' exchange rates: several if the
   * merchant's country has changed. Null in that currency, and if there is VAT for which no document states it.
   */
  accountingVat: Money[] | null
}

/** What was sold without VAT to a business in another EU country: charges less refunds, in minor units. */
interface BusinessSum {
  currency: string
  vatNumber: string
  /** Services are under reverse charge, goods are intra-Community supplies. */
  services: bigint
  goods: bigint
}

/** Sums of a month in one accounting currency, or what was sold to one business. */
type MonthSum = {
  currency: string
  country: string | null
  rate: string | null
  zeroVat: ZeroVatCategory | null
  /** Of sales to a business without VAT; otherwise null. */
  vatNumber: string | null
  /** Whether the buyers have VAT numbers; false for sales without VAT. */
  hasVatNumber: boolean
  net: string
  vat: string
  /** The currency in which documents state their VAT too; null if they do not. */
  accountingCurrency: string | null
  /** The VAT in minor units of `currency`, times the exchange rates. */
  worth: string | null
}

export interface VatSums {
  countries: CountrySum[]
  businesses: BusinessSum[]
  /** Whether VAT on any sale could be reported through the One-Stop Shop. */
  hasOssSales: boolean
}

type CountryMonthSum = MonthSum & Pick<CountrySum, 'isOss'>

/**
 * Sums up the sales of a period as VAT returns need them. Leaves out what was refunded in full. Month by month, so that no
 * statement takes too long, however many months there are.
 */
export async function sumVat(scope: MerchantScope, period: BookPeriod): Promise<VatSums> {
  const sums: MonthSum[] = []
  for (const month of monthsOf(period)) sums.push(...(await readSums(scope, month)))
  const isOss = ossSalesOf(scope.merchant)
  const mayBeOss = ossSalesOf({ ...scope.merchant, bookkeeping: { oneStopShop: true } })
  const ofCountries = sums
    .filter(({ vatNumber }) => vatNumber === null)
    .map((sum) => ({ ...sum, isOss: isOss({ ...sum, rate: numberOf(sum.rate) }) }))
  return {
    countries: byCountry(ofCountries),
    hasOssSales: ofCountries.some((sum) => mayBeOss({ ...sum, rate: numberOf(sum.rate) })),
    businesses: byBusiness(sums.filter(({ vatNumber }) => vatNumber !== null)),
  }
}

function readSums({ db, merchant }: Scope, { from, to }: BookPeriod): Promise<MonthSum[]> {
  const { merchantId, bookedOn, kind, documentId, currency, vat } = journalEntry
  return db.execute<MonthSum>(sql`
    with part as materialized (
      select ${currency}, ${country} as country, part.rate, part.net, part.vat,
        case when part.rate = 0 then ${zeroVat} end as "zeroVat",
        case when part.rate = 0 then ${vatNumber} end as "vatNumber",
        coalesce(part.rate > 0 and ${vatNumber} is not null, false) as "hasVatNumber",
        ${document.content} -> 'accountingVat' as accounting
      from ${journalEntry}
      left join ${document} on ${document.merchantId} = ${merchantId} and ${document.id} = ${documentId}
      cross join lateral jsonb_to_recordset(${vat}) as part(rate numeric, net bigint, vat bigint)
      where ${merchantId} = ${merchant.id} and ${bookedOn} between ${from}::date and ${to}::date
        and ${kind} in ('charge', 'refund', 'reversal')
    )
    select currency, country, rate, "zeroVat", null as "vatNumber", "hasVatNumber", sum(net) as net, sum(vat) as vat,
      accounting ->> 'currency' as "accountingCurrency", sum(vat * (accounting ->> 'rate')::numeric) as worth
    from part group by currency, country, rate, "zeroVat", "hasVatNumber", "accountingCurrency"
    union all
    select currency, null, 0, "zeroVat", "vatNumber", false, sum(net), 0, null, null
    from part where "zeroVat" in ('AE', 'K') and "vatNumber" is not null
    group by currency, "zeroVat", "vatNumber"`)
}

/** Adds up the sums of each currency, country and rate. Those without a country come last in their currency. */
function byCountry(sums: readonly CountryMonthSum[]): CountrySum[] {
  const keyOf = ({ currency, country, rate, zeroVat, isOss }: CountryMonthSum) =>
    JSON.stringify([currency, country, rate, zeroVat, isOss])
  return [...groupBy(sums, keyOf).values()]
    .flatMap((same) => same.slice(0, 1).map((first) => countrySum(first, same)))
    .filter(({ net, vat }) => net !== 0n || vat !== 0n)
    .sort(
      (one, other) =>
        compare(one.currency, other.currency) ||
        compare(one.country, other.country) ||
        (other.rate ?? -1) - (one.rate ?? -1) ||
        compare(one.zeroVat, other.zeroVat) ||
        Number(other.isOss) - Number(one.isOss),
    )
}

/** Adds up sums of the same currency, country and rate, of which `first` is one. */
function countrySum(
  { currency, country, rate, zeroVat, isOss }: CountryMonthSum,
  sums: readonly CountryMonthSum[],
): CountrySum {
  const byAccountingCurrency = groupBy(sums, ({ accountingCurrency }) => accountingCurrency ?? '')
  const unstated = totalOf(byAccountingCurrency.get('') ?? [], 'vat')
  byAccountingCurrency.delete('')
  const accountingVat = [...byAccountingCurrency].map(([to, same]) => {
    const worth = same.reduce((total, each) => total.plus(each.worth ?? 0), new Big(0))
    return { amount: BigInt(inMinorUnits(worth.toFixed(), { from: currency, to })), currency: to }
  })
  return {
    ...{ currency, country, zeroVat, isOss, rate: numberOf(rate) },
    ...{ net: totalOf(sums, 'net'), vat: totalOf(sums, 'vat') },
    accountingVat: unstated === 0n && accountingVat.length > 0 ? accountingVat : null,
  }
}

const numberOf = (rate: string | null): number | null => (rate === null ? null : Number(rate))

const totalOf = (sums: readonly MonthSum[], name: 'net' | 'vat'): bigint =>
  sums.reduce((total, sum) => total + BigInt(sum[name]), 0n)

/** Compares two codes. A missing one comes last: `~` is greater than all letters. */
function compare(one: string | null, other: string | null): number {
  const [first, second] = [one ?? '~', other ?? '~']
  return first < second ? -1 : Number(first > second)
}

/** Adds up the sums of each business, whose VAT number may be written in several ways. */
function byBusiness(sums: readonly MonthSum[]): BusinessSum[] {
  const businesses = new Map<string, BusinessSum>()
  for (const { currency, vatNumber: written, zeroVat, net } of sums) {
    const vatNumber = plainVatNumber(written ?? '')
    const key = `${currency} ${vatNumber}`
    const sum = businesses.get(key) ?? { currency, vatNumber, services: 0n, goods: 0n }
    const what = zeroVat === 'AE' ? 'services' : 'goods'
    businesses.set(key, { ...sum, [what]: sum[what] + BigInt(net) })
  }
  return [...businesses.values()]
    .filter(({ services, goods }) => services !== 0n || goods !== 0n)
    .sort((one, other) => compare(one.vatNumber, other.vatNumber))
}
