import { sql } from 'drizzle-orm'
import { document, journalEntry } from '@/db/schema'
import type { Scope } from '../core/context'
import { inMinorUnits } from '../model/document/accounting-vat'
import type { ZeroVatCategory } from '../model/document/content'
import type { Money } from '../model/money/money'
import { plainVatNumber } from '../model/vat-number'
import { type BookPeriod, country, vatNumber, zeroVat } from './list-entries'

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
   * The VAT in the currency in which the merchant accounts for it, at the documents' exchange rates; null in that
   * currency, and if a document states none.
   */
  accountingVat: Money | null
}

/** What was sold without VAT to a business in another EU country: charges less refunds, in minor units. */
export interface BusinessSum {
  currency: string
  vatNumber: string
  /** Services are under reverse charge, goods are intra-Community supplies. */
  services: bigint
  goods: bigint
}

/** Sums up the sales of a period as VAT returns need them. Leaves out what was refunded in full. */
export async function sumVat(
  { db, merchant }: Scope,
  { from, to }: BookPeriod,
): Promise<{ countries: CountrySum[]; businesses: BusinessSum[] }> {
  const { merchantId, bookedOn, kind, documentId, currency, vat } = journalEntry
  const rows = await db.execute<Record<string, string | null>>(sql`
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
      case when bool_and(vat = 0 or accounting is not null) then max(accounting ->> 'currency') end as accounting_currency,
      sum(vat * (accounting ->> 'rate')::numeric) as converted
    from part group by currency, country, rate, zero_vat having sum(net) <> 0 or sum(vat) <> 0
    union all
    select currency, null, 0, zero_vat, vat_number, sum(net), 0, null, null
    from part where zero_vat in ('AE', 'K') and vat_number is not null
    group by currency, zero_vat, vat_number having sum(net) <> 0
    order by currency, country nulls last, rate desc nulls last, zero_vat, vat_number`)
  return {
    countries: rows
      .filter((row) => row.vat_number === null)
      .map((row) => ({
        currency: row.currency ?? '',
        country: row.country ?? null,
        rate: row.rate == null ? null : Number(row.rate),
        zeroVat: row.zero_vat as ZeroVatCategory | null,
        net: BigInt(row.net ?? 0),
        vat: BigInt(row.vat ?? 0),
        accountingVat: accountingVatIn(row),
      })),
    businesses: byBusiness(rows.filter((row) => row.vat_number !== null)),
  }
}

function accountingVatIn({
  currency,
  accounting_currency: to,
  converted,
}: Record<string, string | null>): Money | null {
  if (!currency || !to) return null
  return { amount: BigInt(inMinorUnits(converted ?? '0', { from: currency, to })), currency: to }
}

/** Adds up the sums of each business, whose VAT number may be written in several ways. */
function byBusiness(rows: readonly Record<string, string | null>[]): BusinessSum[] {
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
  return [...sums.values()].sort((one, other) => (one.vatNumber < other.vatNumber ? -1 : 1))
}
