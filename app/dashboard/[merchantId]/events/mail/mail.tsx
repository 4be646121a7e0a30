'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { isResendable } from '@/server/model/mail'
import { useTRPC } from '../../../_parts/calls'
import { EmptyList } from '../../../_parts/empty-list'
import { type Inputs, useMerchant } from '../../../_parts/merchant'
import { type Filter, namesOf } from '../../../_parts/table/filter'
import { List } from '../../../_parts/table/list'
import { type FilterName, useListAddress } from '../../../_parts/table/list-address'
import { mailName, mailNames } from '../../_parts/mail-words'
import { ResendMail } from '../../_parts/resend'
import { EventsTabs } from '../_parts/events-tabs'
import { mailColumns } from './columns'

const filters: readonly Filter<FilterName<Inputs['mail']['list']>>[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'Status',
    options: [
      { value: 'failed', label: 'Did not arrive' },
      { value: 'complained', label: 'Marked as spam' },
      { value: 'waiting', label: 'Waiting' },
      { value: 'sent', label: 'Sent' },
      { value: 'captured', label: 'Not sent' },
    ],
  },
  {
    kind: 'choice',
    name: 'template',
    label: 'Mail',
    options: Object.entries(mailNames).map(([value, label]) => ({ value, label })),
  },
  { kind: 'text', name: 'to', label: 'To', hint: 'The complete address.' },
  { kind: 'period', from: 'start', to: 'end', label: 'Date' },
  { kind: 'text', name: 'account', label: 'Account', hint: 'The account’s ID.' },
  { kind: 'text', name: 'order', label: 'Order', hint: 'The order’s complete number or ID.' },
]

/** The mail to customers, with the outcome of each. */
export function Mail() {
  const { base, may } = useMerchant()
  const address = useListAddress<Inputs['mail']['list']>(filters.flatMap(namesOf))
  const query = useQuery(useTRPC().mail.list.queryOptions(address.input))
  return (
    <List
      list="mail"
      what="Mail"
      noun="e-mail"
      address={address}
      query={query}
      rowsOf={({ rows }) => rows}
      columns={mailColumns}
      filters={filters}
      idOf={({ id }) => id}
      nameOf={({ template, to }) => `${mailName(template)} to ${to}`}
      hrefOf={({ id }) => `${base}/events/mail/${id}`}
      actions={
        may('support')
          ? (row, name) => isResendable(row) && <ResendMail id={row.id} name={name} />
          : undefined
      }
      none={
        <EmptyList icon="mail" title="No mail yet">
          <p>Receipts, reminders and login links to your customers appear here.</p>
          <Button component={Link} href={`${base}/settings/mail`} prefetch={false} variant="default">
            Mail settings
          </Button>
        </EmptyList>
      }
    >
      <EventsTabs />
    </List>
  )
}
