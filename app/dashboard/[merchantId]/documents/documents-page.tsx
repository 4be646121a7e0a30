'use client'

import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { Moment } from '../../_parts/detail'
import detail from '../../_parts/detail.module.css'
import { useFilters } from '../../_parts/filters'
import filterStyles from '../../_parts/filters.module.css'
import { wrongWith } from '../../_parts/flaws'
import { FilteredList } from '../../_parts/list'
import { type Inputs, type Outputs, useMerchant } from '../../_parts/merchant'
import { Message } from '../../_parts/query-state'
import { counted } from '../_parts/counted'
import { DocumentRows } from '../_parts/documents'
import styles from '../_parts/documents.module.css'

type Found = Outputs['document']['list']

/** All receipts, invoices and credit notes, newest first. */
export function DocumentsPage() {
  const { base } = useMerchant()
  const filters = useFilters<Inputs['document']['list']>(['text', 'kind', 'start', 'end', 'waiting'])
  const query = useQuery(useTRPC().document.list.queryOptions(filters.input))
  const wrong = wrongWith(query.error)
  const search = filters.addressOf(filters.given).split('?')[1] ?? ''
  const field = (name: Parameters<typeof filters.field>[0]) => ({
    ...filters.field(name),
    error: wrong(name),
  })
  return (
    <>
      <header className={detail.head}>
        <h1>Documents</h1>
        <Button component="a" href={`${base}/documents/export?${search}`} download variant="default">
          {filters.filtered ? 'Download results as ZIP' : 'Download all as ZIP'}
        </Button>
      </header>
      <Waiting missing={query.data?.missing} />
      <FilteredList
        what="Documents"
        filters={filters}
        query={query}
        rows={({ documents }) => documents}
        press="Filter"
        form={
          <>
            <TextInput
              label="Search"
              placeholder="Number, order, customer"
              {...field('text')}
              maxLength={200}
            />
            <NativeSelect
              label="Kind"
              {...field('kind')}
              data={[
                { value: '', label: 'Any' },
                { value: 'invoice', label: 'Invoices' },
                { value: 'receipt', label: 'Receipts' },
                { value: 'credit-note', label: 'Credit notes' },
              ]}
            />
            <TextInput label="From" {...field('start')} type="date" />
            <TextInput label="To" {...field('end')} type="date" />
            <Checkbox
              label="Waiting for details"
              name="waiting"
              value="yes"
              defaultChecked={filters.given.waiting === 'yes'}
              className={filterStyles.check}
            />
          </>
        }
        noMatch={
          <Message title="No matching documents" clear={filters.clear}>
            <p>
              Search by the number of a document or an order, or by the customer’s name or e-mail address.
            </p>
          </Message>
        }
        none={
          <Message title="No documents yet">
            <p>Kassa issues a receipt or an invoice for each charge, and a credit note for each refund.</p>
          </Message>
        }
        older="Older documents"
        partial={(to) => (
          <>
            Searched back to <Moment at={to} />. Older documents are on the next page. Dates find them sooner.
          </>
        )}
      >
        {({ documents, sums }) => (
          <>
            <Sums sums={sums} />
            <DocumentRows documents={documents} />
          </>
        )}
      </FilteredList>
    </>
  )
}

/** What a live merchant must enter before its documents are issued. */
function Waiting({ missing }: { missing: Found['missing'] | undefined }) {
  const { base } = useMerchant()
  if (!missing || missing.length === 0) return null
  return (
    <p role="status" className={detail.next} data-wrong>
      Documents get their numbers when your company details are complete. Missing: {missing.join(', ')}.{' '}
      <Link href={`${base}/settings/company`}>Enter company details</Link>
    </p>
  )
}

/** How many documents match, and what they come to: "12 documents · 1 250.00 SEK, of which 250.00 SEK VAT". */
function Sums({ sums: { count, isMore, currencies } }: Pick<Found, 'sums'>) {
  const { money, number } = useMerchant()
  return (
    <p className={styles.sums}>
      {isMore ? 'The newest ' : ''}
      {counted(count, 'document', 'documents', number)}
      {currencies.map(({ currency, gross, vat }) => (
        <span key={currency}>
          {' · '}
          {money({ amount: gross, currency })}
          {vat !== 0n && `, of which ${money({ amount: vat, currency })} VAT`}
        </span>
      ))}
    </p>
  )
}
