'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { BookPeriod } from '@/server/journal/list-entries'
import { useTRPC } from '../../_parts/calls'
import { Section } from '../../_parts/detail'
import { Loading } from '../../_parts/loading-rows'
import list from '../../_parts/loading-rows.module.css'
import { type Inputs, type Outputs, useMerchant } from '../../_parts/merchant'
import { useListAddress } from '../../_parts/table/list-address'
import { PagedRows } from '../../_parts/table/paged-rows'
import { OrderName } from '../_parts/order-name-cell'
import { listedDay } from '../_parts/words'
import styles from './_parts/bookkeeping.module.css'
import { entryName } from './entry-name'

type EntryListRow = Outputs['bookkeeping']['entries']['entries'][number]

/** The entries of the period, newest first. */
export function Entries({ period }: { period: BookPeriod }) {
  const address = useListAddress<Inputs['bookkeeping']['entries']>(['from', 'to'])
  const { after } = address
  const query = useQuery(
    useTRPC().bookkeeping.entries.queryOptions({ ...period, ...(after !== undefined && { after }) }),
  )
  return (
    <Section title="Entries">
      <PagedRows
        what="Entries"
        noun="entry"
        address={address}
        query={query}
        rowsOf={(data) => data.entries}
        loading={<Loading what="Entries" />}
        none={null}
        noMatch={<p>Nothing was booked in this period.</p>}
      >
        {(entries) => (
          <div className={styles.entries}>
            <div className={list.head} aria-hidden="true">
              <span>Movement</span>
              <span>Booked</span>
              <span>Document</span>
              <span>Customer</span>
              <span className={list.amount}>VAT</span>
              <span className={list.amount}>Amount</span>
            </div>
            <ul>
              {entries.map((entry) => (
                <Row key={`${entry.kind} ${entry.source}`} entry={entry} />
              ))}
            </ul>
          </div>
        )}
      </PagedRows>
    </Section>
  )
}

function Row({ entry }: { entry: EntryListRow }) {
  const { base, money } = useMerchant()
  const {
    bookedOn,
    orderId,
    order,
    documentId,
    documentNumber,
    accountId,
    customerName,
    vat,
    amount,
    currency,
  } = entry
  const isKnown = vat.some(({ rate }) => rate !== null)
  const tax = vat.reduce((sum, part) => sum + BigInt(part.vat), 0n)
  return (
    <li className={list.row}>
      <span className={list.first}>
        {entryName(entry)}{' '}
        {orderId && (
          <Link href={`${base}/orders/${orderId}`}>{order ? <OrderName order={order} /> : orderId}</Link>
        )}
      </span>
      <time dateTime={bookedOn} className={`${list.soft} ${styles.booked}`}>
        {listedDay(bookedOn)}
      </time>
      <span className={`${list.soft} ${list.wide}`}>
        {documentNumber && <a href={`${base}/documents/${documentId}.pdf`}>{documentNumber}</a>}
      </span>
      <span className={`${list.soft} ${list.wide}`} title={customerName ?? undefined}>
        {accountId && <Link href={`${base}/accounts/${accountId}`}>{customerName ?? accountId}</Link>}
      </span>
      <span className={`${list.amount} ${list.wide}`}>{isKnown && money({ amount: tax, currency })}</span>
      <span className={list.amount}>{money({ amount, currency })}</span>
    </li>
  )
}
