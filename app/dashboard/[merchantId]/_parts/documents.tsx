'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { Chip } from '../../_parts/chip'
import { Moment, Section } from '../../_parts/detail'
import list from '../../_parts/list.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import styles from './documents.module.css'

type Summary = Outputs['document']['list']['documents'][number]

const kinds = { receipt: 'Receipt', invoice: 'Invoice', 'credit-note': 'Credit note' } as const

const kindName = (kind: Summary['kind']): string => kinds[kind]

/** The receipts, invoices and credit notes of an order or an account; renders nothing if there are none. */
export function Documents(about: { account: string } | { order: string }) {
  const { data } = useQuery(useTRPC().document.about.queryOptions(about))
  if (!data || data.length === 0) return null
  return (
    <Section title="Documents">
      <ul className={styles.about}>
        {data.map((document) => (
          <li key={document.id} className={list.row}>
            <DocumentNumber document={document} />
            <span className={`${list.soft} ${list.wide}`}>{kindName(document.kind)}</span>
            <Moment at={document.created} className={`${list.soft} ${list.date} ${styles.date}`} />
            <DocumentAmount document={document} />
            <DocumentFiles document={document} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The rows of the list of all documents. */
export function DocumentRows({ documents }: { documents: readonly Summary[] }) {
  const { base } = useMerchant()
  return (
    <div className={styles.list}>
      <div className={list.head} aria-hidden="true">
        <span>Number</span>
        <span>Kind</span>
        <span>Customer</span>
        <span>Order</span>
        <span>Date</span>
        <span className={list.amount}>Amount</span>
        <span />
      </div>
      <ul>
        {documents.map((document) => (
          <li key={document.id} className={list.row}>
            <DocumentNumber document={document} />
            <span className={list.wide}>{kindName(document.kind)}</span>
            {document.accountId ? (
              <Link
                href={`${base}/accounts/${document.accountId}`}
                prefetch={false}
                className={`${list.soft} ${list.wide}`}
              >
                {document.buyer ?? document.accountId}
              </Link>
            ) : (
              <span className={`${list.soft} ${list.wide}`}>–</span>
            )}
            <Link
              href={`${base}/orders/${document.orderId}`}
              prefetch={false}
              className={`${list.soft} ${list.wide}`}
            >
              {document.orderNumber ?? document.orderId}
            </Link>
            <Moment at={document.created} className={`${list.soft} ${list.date} ${styles.date}`} />
            <DocumentAmount document={document} />
            <DocumentFiles document={document} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function DocumentNumber({ document: { id, kind, number } }: { document: Summary }) {
  const { base } = useMerchant()
  if (number === null)
    return (
      <span className={list.states}>
        <Chip state="waiting" />
      </span>
    )
  return (
    <a href={`${base}/documents/${id}.pdf`} download className={list.first} title={kindName(kind)}>
      {number}
    </a>
  )
}

/** Credit notes return money, so their amounts are negative. */
function DocumentAmount({ document: { kind, gross, currency } }: { document: Summary }) {
  const { money } = useMerchant()
  return (
    <span className={list.amount}>
      {money({ amount: kind === 'credit-note' ? -gross : gross, currency })}
    </span>
  )
}

function DocumentFiles({ document: { id, number, hasXml } }: { document: Summary }) {
  const { base } = useMerchant()
  if (number === null) return <span className={list.wide} />
  const address = `${base}/documents/${id}`
  return (
    <span className={styles.files}>
      <a href={`${address}.pdf`} download aria-label={`PDF of ${number}`}>
        PDF
      </a>
      {hasXml && (
        <a href={`${address}.xml`} download aria-label={`XML of ${number}`}>
          XML
        </a>
      )}
    </span>
  )
}
