import type { ReactNode } from 'react'
import { documentsOfOrder } from '@/server/document/search-documents'
import type { OrderRecord } from '@/server/store/orders'
import list from './list.module.css'
import parts from './page.module.css'
import type { Visit } from './visit'

/** The receipts, invoices and credit notes of an order, oldest first; renders nothing if there are none. */
export async function Documents({ order, visit }: { order: OrderRecord; visit: Visit }) {
  const { context, words } = visit
  const documents = await documentsOfOrder(context, order.id)
  if (documents.length === 0) return null
  return (
    <section className={parts.section} aria-labelledby="documents">
      <h2 id="documents">{words.say('documents.title')}</h2>
      <ul className={list.list}>
        {documents.toReversed().map(({ id, kind, number, created, gross, currency, reverses }) => (
          <li key={id}>
            <Row address={number === null ? undefined : `/account/documents/${id}.pdf`}>
              <span className={list.cell}>
                <strong>
                  {words.say(number === null ? 'documents.waiting' : `documents.${kind}`, {
                    number: number ?? '',
                  })}
                </strong>
                <span>
                  {[words.date(created), ...(reverses ? [words.say(`documents.late.${reverses}`)] : [])].join(
                    ' · ',
                  )}
                </span>
              </span>
              <span className={`${list.cell} ${list.right}`}>
                <span>{words.money({ amount: kind === 'credit-note' ? -gross : gross, currency })}</span>
                {number !== null && <span>PDF</span>}
              </span>
            </Row>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * A row that downloads a document once it is issued. The response says that it is a file: with `download`, browsers would
 * also save the page for logging in as one, after the session has ended.
 */
const Row = ({ address, children }: { address: string | undefined; children: ReactNode }) =>
  address === undefined ? (
    <div className={list.row}>{children}</div>
  ) : (
    <a href={address} className={list.row}>
      {children}
    </a>
  )
