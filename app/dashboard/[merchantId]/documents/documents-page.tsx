'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { Moment } from '../../_parts/detail'
import detail from '../../_parts/detail.module.css'
import { EmptyList } from '../../_parts/empty-list'
import { type Inputs, type Outputs, useMerchant } from '../../_parts/merchant'
import { type Filter, namesOf } from '../../_parts/table/filter'
import { List } from '../../_parts/table/list'
import { type FilterName, useListAddress } from '../../_parts/table/list-address'
import { hasNoRows } from '../../_parts/table/paged-rows'
import { documentColumns } from './columns'

const DocumentPanel = dynamic(() => import('./document-panel').then(({ DocumentPanel }) => DocumentPanel), {
  ssr: false,
})

const filters: readonly Filter<FilterName<Inputs['document']['list']>>[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'Type',
    options: [
      { value: 'invoice', label: 'Invoices' },
      { value: 'receipt', label: 'Receipts' },
      { value: 'credit-note', label: 'Credit notes' },
    ],
  },
  { kind: 'period', from: 'start', to: 'end', label: 'Date' },
  { kind: 'currency', name: 'currency', label: 'Currency' },
  {
    kind: 'choice',
    name: 'series',
    label: 'Number series',
    options: [
      { value: 'invoice', label: 'Receipts and invoices' },
      { value: 'credit-note', label: 'Credit notes' },
    ],
  },
  { kind: 'text', name: 'account', label: 'Account', hint: 'The account’s ID.' },
  { kind: 'flag', name: 'waiting', value: 'yes', label: 'Waiting for company details' },
]

const filterNames = ['search', ...filters.flatMap(namesOf)] as const

const rowsOf = (data: Outputs['document']['list']) => data.documents

/** All receipts, invoices and credit notes. */
export function DocumentsPage() {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const address = useListAddress<Inputs['document']['list']>(filterNames)
  const query = useQuery(trpc.document.list.queryOptions(address.input))
  const totals = useQuery(
    trpc.document.totals.queryOptions(address.filters, { enabled: query.data !== undefined }),
  )
  const isEmpty = query.data !== undefined && hasNoRows(query.data, rowsOf)
  const files = new URLSearchParams(address.query)
  for (const name of ['sort', 'columns']) files.delete(name)
  return (
    <List
      list="documents"
      what="Documents"
      noun="document"
      address={address}
      query={query}
      totals={totals}
      rowsOf={rowsOf}
      columns={documentColumns}
      filters={filters}
      search={{ label: 'Search documents', placeholder: 'Number, order, customer, amount' }}
      idOf={({ id }) => id}
      nameOf={({ number, id }) => `document ${number ?? id}`}
      hrefOf={({ orderId }) => `${base}/orders/${orderId}`}
      exportPath={`${base}/documents/list`}
      action={
        !isEmpty && (
          <Button component="a" href={`${base}/documents/export?${files}`} variant="default">
            {address.filtered ? 'Download results as ZIP' : 'Download all as ZIP'}
          </Button>
        )
      }
      panel={(id, close) => <DocumentPanel id={id} close={close} />}
      partial={(to) => (
        <>
          Searched back to <Moment at={to} />. Older documents are on the next page. Filter by date to find
          them sooner.
        </>
      )}
      none={
        <EmptyList icon="documents" title="No documents yet">
          <p>Kassa issues a receipt or an invoice for each charge, and a credit note for each refund.</p>
          <Button component={Link} href={`${base}/settings/company`} prefetch={false} variant="default">
            Check company details
          </Button>
        </EmptyList>
      }
    >
      <Waiting missing={query.data?.missing} />
    </List>
  )
}

/** What a live merchant must enter before its documents are issued. */
function Waiting({ missing }: { missing: Outputs['document']['list']['missing'] | undefined }) {
  const { base } = useMerchant()
  if (!missing || missing.length === 0) return null
  return (
    <p role="status" className={detail.next} data-wrong>
      Documents get their numbers when your company details are complete. Missing: {missing.join(', ')}.{' '}
      <Link href={`${base}/settings/company`}>Enter company details</Link>
    </p>
  )
}
