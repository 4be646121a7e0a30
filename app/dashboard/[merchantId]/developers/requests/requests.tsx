'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted } from '@/server/model/counted'
import { useTRPC } from '../../../_parts/calls'
import { Moment } from '../../../_parts/detail'
import { EmptyList } from '../../../_parts/empty-list'
import { type Inputs, type Outputs, useMerchant } from '../../../_parts/merchant'
import { Message } from '../../../_parts/query-state'
import { type Column, usual } from '../../../_parts/table/column'
import { type Filter, namesOf } from '../../../_parts/table/filter'
import { List } from '../../../_parts/table/list'
import { type FilterName, useListAddress } from '../../../_parts/table/list-address'
import { DevelopersHead, DevelopersTabs } from '../_parts/developers-head'
import { HttpStatus } from '../_parts/http-status'

/** The merchant's API requests of the last seven days and their responses. */
export function Requests() {
  const { may } = useMerchant()
  if (may('support')) return <RequestLog />
  return (
    <>
      <DevelopersHead title="Requests" />
      <Message title="You cannot view requests">
        <p>Support, admins and owners can. Ask an admin or owner to change your role.</p>
      </Message>
    </>
  )
}

/** Says how many requests are missing from the log, and why. */
function NotLogged() {
  const { data } = useQuery(useTRPC().request.notLogged.queryOptions(undefined, { refetchInterval: 30_000 }))
  if (!data) return null
  const [period, missing] =
    data.hour.overLimit + data.hour.failed > 0 ? (['hour', data.hour] as const) : (['day', data.day] as const)
  const countOf = (count: number) =>
    counted(count, 'request was', 'requests were', (value) => value.toLocaleString('en'))
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toLocaleString('en')} MB`
  const { perHour, perDay } = data.limits
  return (
    <>
      {missing.overLimit > 0 && (
        <p role="status">
          {countOf(missing.overLimit)} not logged in the last {period} because a merchant’s log is limited to{' '}
          {megabytes(perHour)} an hour and {megabytes(perDay)} a day.
        </p>
      )}
      {missing.failed > 0 && (
        <p role="status">
          {countOf(missing.failed)} not logged in the last {period} because they could not be stored.
        </p>
      )}
    </>
  )
}

type RequestListRow = Outputs['request']['list']['rows'][number]

const columns: readonly Column<RequestListRow>[] = [
  {
    key: 'request',
    name: 'Request',
    width: 280,
    grow: 3,
    phone: 'title',
    cell: ({ method, path, query }) => (
      <span title={`${method} ${path}${query ? `?${query}` : ''}`}>
        {method} {path}
        {query && `?${query}`}
      </span>
    ),
  },
  { ...usual.status, width: 80, grow: 0.3, cell: ({ status }) => <HttpStatus status={status} /> },
  {
    key: 'time',
    name: 'Time',
    width: 80,
    grow: 0.3,
    align: 'end',
    phone: 'text',
    cell: ({ milliseconds }) => `${milliseconds} ms`,
  },
  { ...usual.date, cell: ({ date }) => <Moment at={date} /> },
  { key: 'id', name: 'ID', width: 240, optional: true, cell: ({ id }) => <code>{id}</code> },
]

const filters: readonly Filter<FilterName<Inputs['request']['list']>>[] = [
  {
    kind: 'choice',
    name: 'outcome',
    label: 'Outcome',
    options: [
      { value: 'succeeded', label: 'Succeeded' },
      { value: 'failed', label: 'Failed' },
    ],
  },
  {
    kind: 'choice',
    name: 'method',
    label: 'Method',
    options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ value: method, label: method })),
  },
  { kind: 'period', from: 'start', to: 'end', label: 'Date' },
  {
    kind: 'text',
    name: 'request',
    label: 'Request ID',
    hint: 'The complete ID from the X-Request-Id response header.',
  },
]

function RequestLog() {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const address = useListAddress<Inputs['request']['list']>(filters.flatMap(namesOf))
  const { input, after, clear } = address
  const query = useQuery(trpc.request.list.queryOptions(input, { refetchInterval: after ? false : 5000 }))
  return (
    <List
      list="requests"
      what="Requests"
      noun="request"
      address={address}
      query={query}
      rowsOf={(data) => data.rows}
      columns={columns}
      filters={filters}
      idOf={({ id }) => id}
      nameOf={({ method, path }) => `${method} ${path}`}
      hrefOf={({ id }) => `${base}/developers/requests/${id}`}
      noMatch={
        <Message title="No matching requests in the last seven days" clear={clear}>
          <p>A request is found by its complete ID, from the X-Request-Id response header.</p>
        </Message>
      }
      none={
        <EmptyList icon="developers" title="No requests in the last seven days" example="account">
          <p>Requests that your systems send to the API with one of your keys appear here.</p>
          <Button component="a" href="/docs" variant="default">
            How to send a request
          </Button>
        </EmptyList>
      }
      partial={(to) => (
        <>
          Searched back to <Moment at={to} />. Older requests are on the next page.
        </>
      )}
    >
      <DevelopersTabs />
      <NotLogged />
    </List>
  )
}
