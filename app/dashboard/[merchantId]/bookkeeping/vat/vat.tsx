'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { Heads } from '@/app/_parts/heads'
import type { BookPeriod } from '@/server/journal/list-entries'
import { countryName } from '@/server/model/formats'
import type { Money } from '@/server/model/money/money'
import { useTRPC } from '../../../_parts/calls'
import { Section } from '../../../_parts/detail'
import detail from '../../../_parts/detail.module.css'
import { EmptyList } from '../../../_parts/empty-list'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { QueryState } from '../../../_parts/query-state'
import sums from '../../../_parts/sums.module.css'
import styles from '../_parts/bookkeeping.module.css'
import { BookkeepingHead } from '../_parts/bookkeeping-head'
import { EmptyPeriodLinks } from '../_parts/empty-period-links'
import { PeriodForm, usePeriod } from '../_parts/period'
import { accountingCurrencies, accountingTotal } from './accounting-totals'
import { compareCountries, rateInWords } from './vat-words'

type VatSums = Outputs['bookkeeping']['vat']

/** What VAT returns ask for: sales by country and rate, and sales without VAT to businesses in other EU countries. */
export function Vat() {
  const period = usePeriod()
  const router = useRouter()
  const { base } = useMerchant()
  const query = useQuery(useTRPC().bookkeeping.vat.queryOptions(period))
  return (
    <>
      <BookkeepingHead title="VAT" />
      <PeriodForm period={period} />
      <QueryState
        what="VAT"
        query={query}
        startOver={() => router.push(`${base}/bookkeeping/vat`)}
        loading={480}
      >
        {(vat) => <Returns {...vat} period={period} />}
      </QueryState>
    </>
  )
}

function Returns({ countries, businesses, hasOssSales, period }: VatSums & { period: BookPeriod }) {
  const { currency: own } = useMerchant()
  if (countries.length === 0)
    return (
      <EmptyList icon="bookkeeping" title="No sales in this period, or all of them refunded">
        <p>Charges and refunds appear here within seconds.</p>
        <EmptyPeriodLinks period={period} />
      </EmptyList>
    )
  const currencies = [...new Set(countries.map(({ currency }) => currency))].sort(
    (one, other) => Number(other === own) - Number(one === own),
  )
  const isOnly = currencies.length === 1
  const of = (currency: string) => (row: { currency: string }) => row.currency === currency
  return (
    <div className={styles.page}>
      {currencies.map((currency) => (
        <Countries key={currency} isOnly={isOnly} currency={currency} rows={countries.filter(of(currency))} />
      ))}
      <p className={detail.about}>
        The country is that of the customer’s address on the document. If VAT depends on it, customers without
        one need a country in their address. {hasOssSales && <OssNote />}
      </p>
      {currencies.map((currency) => (
        <Businesses
          key={currency}
          isOnly={isOnly}
          currency={currency}
          rows={businesses.filter(of(currency))}
        />
      ))}
    </div>
  )
}

interface InCurrency<Row> {
  rows: readonly Row[]
  currency: string
  /** Whether all sales are in this currency. */
  isOnly: boolean
}

const titled = (title: string, { currency, isOnly }: Omit<InCurrency<unknown>, 'rows'>) =>
  isOnly ? title : `${title}, ${currency}`

type CountrySum = VatSums['countries'][number]

function Countries({ rows, ...given }: InCurrency<CountrySum>) {
  const { base, percent, money, country: home } = useMerchant()
  const sorted = rows.toSorted(
    (one, other) =>
      compareCountries(home)(one.country, other.country) || (other.rate ?? -1) - (one.rate ?? -1),
  )
  const net = rows.reduce((sum, row) => sum + row.net, 0n)
  const vat = rows.reduce((sum, row) => sum + row.vat, 0n)
  const currencies = accountingCurrencies(rows, { home, currency: given.currency })
  const inOwn = (amounts: readonly Money[] | undefined) =>
    currencies.length > 0 && <td>{amounts === undefined ? '–' : amounts.map(money).join(' + ')}</td>
  const own = new Intl.ListFormat('en-GB').format(currencies)
  const total = accountingTotal(rows, currencies)
  return (
    <Section title={titled('Sales by country and rate', given)}>
      <table className={`${sums.sums} ${sums.stacked}`}>
        <Heads
          names={[...['Charges less refunds', 'Net', 'VAT', 'Total'], ...(own ? [`VAT in ${own}`] : [])]}
        />
        <tbody>
          {sorted.map((row) => (
            <tr key={`${row.country} ${row.rate} ${row.zeroVat} ${row.isOss}`}>
              <th scope="row">
                {row.country ? countryName(row.country) : 'No country'}, {rateInWords(row, percent)}
              </th>
              <Amounts amounts={[row.net, row.vat, row.net + row.vat]} {...given} />
              {inOwn(accountingTotal([row], currencies))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <Amounts amounts={[net, vat, net + vat]} {...given} />
            {inOwn(total)}
          </tr>
        </tfoot>
      </table>
      {own && total === undefined && (
        <p className={detail.about}>
          “–” means that some documents state no VAT in {own}, because there was no exchange rate when they
          were issued. Set exchange rates under{' '}
          <Link href={`${base}/settings/company`}>Settings → Company</Link>.
        </p>
      )}
    </Section>
  )
}

function OssNote() {
  const { base } = useMerchant()
  return (
    <>
      SIE and DATEV files post VAT of other EU countries like domestic VAT unless it is marked OSS here. If
      you report it through the One-Stop Shop, turn on OSS under{' '}
      <Link href={`${base}/bookkeeping/accounts`}>Chart of accounts</Link>.
    </>
  )
}

function Businesses({ rows, ...given }: InCurrency<VatSums['businesses'][number]>) {
  if (rows.length === 0) return null
  return (
    <Section title={titled('Sales without VAT to businesses in other EU countries', given)}>
      <table className={`${sums.sums} ${sums.stacked}`}>
        <Heads names={['VAT number', 'Services', 'Goods', 'Total']} />
        <tbody>
          {rows.map(({ vatNumber, services, goods }) => (
            <tr key={vatNumber}>
              <th scope="row">{vatNumber}</th>
              <Amounts amounts={[services, goods, services + goods]} {...given} />
            </tr>
          ))}
        </tbody>
      </table>
      <p className={detail.about}>
        For the recapitulative statement: services under reverse charge and intra-Community supplies of goods.
      </p>
    </Section>
  )
}

function Amounts({ amounts, currency }: { amounts: readonly bigint[]; currency: string }) {
  const { money } = useMerchant()
  return amounts.map((amount, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same
    <td key={place}>{money({ amount, currency })}</td>
  ))
}
