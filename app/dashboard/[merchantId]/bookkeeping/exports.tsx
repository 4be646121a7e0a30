'use client'

import { Button } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'
import type { BookPeriod } from '@/server/journal/list-entries'
import { monthInWords } from '@/server/model/calendar'
import { exponentOf } from '@/server/model/money/currencies'
import { Section } from '../../_parts/detail'
import detail from '../../_parts/detail.module.css'
import { useMerchant } from '../../_parts/merchant'
import styles from './_parts/bookkeeping.module.css'
import type { PeriodBooks } from './books'

/** SIE has two decimals. */
const isInCents = (currency: string) => exponentOf(currency) <= 2

/** Downloads of a period: CSV with everything, SIE for each currency, DATEV for each month. */
export function Exports({
  books: { months, chartName },
  period,
  currencies,
}: {
  books: PeriodBooks
  period: BookPeriod
  currencies: readonly string[]
}) {
  const { base } = useMerchant()
  const to = (given: Record<string, string>) => `${base}/bookkeeping/export?${new URLSearchParams(given)}`
  const isSwedish = chartName === 'BAS'
  const hasEuros = currencies.includes('EUR')
  return (
    <Section title="Export">
      <div className={styles.exports}>
        <Download href={to({ format: 'csv', ...period })}>CSV</Download>
        {isSwedish &&
          currencies.filter(isInCents).map((currency) => (
            <Download key={currency} href={to({ format: 'sie', ...period, currency })}>
              SIE 4{currencies.length > 1 && `, ${currency}`}
            </Download>
          ))}
        {!isSwedish &&
          hasEuros &&
          months.map(({ from, to: end }) => (
            <Download key={from} href={to({ format: 'datev', from, to: end })}>
              DATEV{months.length > 1 && `, ${monthInWords(from)}`}
            </Download>
          ))}
      </div>
      <p className={detail.about}>
        {currencies.length === 0
          ? 'The other files appear once something was booked.'
          : isSwedish
            ? `An SIE file has one voucher for each entry and one currency; other currencies have files of their own.${
                currencies.length > 1
                  ? ' Amounts are not converted: a file belongs in a ledger that is kept in its currency.'
                  : ''
              }${
                currencies.every(isInCents)
                  ? ''
                  : ' SIE has two decimals, so currencies with three are only in the CSV file.'
              }`
            : 'A DATEV batch has the entries in euros of one month. Other currencies are only in the CSV file.'}{' '}
        <Link href={`${base}/bookkeeping/accounts`}>Account numbers</Link>
      </p>
    </Section>
  )
}

const Download = ({ href, children }: { href: string; children: ReactNode }) => (
  <Button component="a" variant="default" href={href}>
    {children}
  </Button>
)
