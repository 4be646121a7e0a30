'use client'

import type { Money } from '@/server/model/money/money'
import { Amount } from '../../_parts/amount'
import { Chip } from '../../_parts/chip'
import { Moment } from '../../_parts/detail'
import { kindName } from '../../_parts/document-kind'
import list from '../../_parts/loading-rows.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import styles from './documents.module.css'

export type OrderDocument = Outputs['document']['about']['documents'][number]

/** Why there is a document that nobody expects: it reverses an earlier one. */
export const reasonOf = ({ reverses }: Pick<OrderDocument, 'reverses'>): string =>
  reverses === null ? '' : `${reverses} failed`

/** The kind of a document, and why there is one that reverses another. */
export const typeOf = (document: Pick<OrderDocument, 'kind' | 'reverses'>): string =>
  [kindName(document.kind), reasonOf(document)].filter(Boolean).join(' · ')

/** Receipts, invoices and credit notes. */
export const DocumentList = ({ documents }: { documents: readonly OrderDocument[] }) => (
  <ul className={styles.about}>
    {documents.map((document) => (
      <li key={document.id} className={list.row}>
        <DocumentNumber document={document} />
        <span className={`${list.soft} ${list.wide} ${styles.type}`}>{typeOf(document)}</span>
        <Moment at={document.created} className={`${list.soft} ${list.date} ${styles.date}`} />
        <span className={list.amount}>
          <Amount of={signedGross(document)} />
        </span>
        <DocumentFiles document={document} />
      </li>
    ))}
  </ul>
)

function DocumentNumber({ document }: { document: OrderDocument }) {
  const { id, number } = document
  const { base } = useMerchant()
  if (number === null)
    return (
      <span className={list.states}>
        <Chip state="waiting" />
      </span>
    )
  return (
    <span>
      <a href={`${base}/documents/${id}.pdf`} className={list.first} title={typeOf(document)}>
        {number}
      </a>
      <span className={styles.reason}>{reasonOf(document)}</span>
    </span>
  )
}

const signOf = ({ kind }: OrderDocument) => (kind === 'credit-note' ? -1n : 1n)

/** The amount of a document. Credit notes return money, so theirs are negative. */
export const signedGross = (document: OrderDocument): Money => ({
  amount: signOf(document) * document.gross,
  currency: document.currency,
})
export const signedVat = (document: OrderDocument): Money => ({
  amount: signOf(document) * document.vat,
  currency: document.currency,
})

export function DocumentFiles({ document: { id, number, hasXml } }: { document: OrderDocument }) {
  const { base } = useMerchant()
  if (number === null) return <span className={list.wide} />
  const address = `${base}/documents/${id}`
  return (
    <span className={styles.files}>
      <a href={`${address}.pdf`} aria-label={`PDF of ${number}`}>
        PDF
      </a>
      {hasXml && (
        <a href={`${address}.xml`} aria-label={`XML of ${number}`}>
          XML
        </a>
      )}
    </span>
  )
}
