'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../../_parts/calls'
import { Moment } from '../../../_parts/detail'
import { useFilters } from '../../../_parts/filters'
import { FilteredList } from '../../../_parts/list'
import list from '../../../_parts/list.module.css'
import { type Inputs, useMerchant } from '../../../_parts/merchant'
import { Message } from '../../../_parts/query-state'
import { counted } from '../../_parts/counted'
import { DevelopersHead } from '../_parts/head'
import { HttpStatus } from '../_parts/http-status'

/** The merchant's API requests of the last seven days and their responses. */
export function Requests() {
  const { may } = useMerchant()
  return (
    <>
      <DevelopersHead />
      {may('support') ? (
        <RequestLog />
      ) : (
        <Message title="You cannot view requests">
          <p>Support, admins and owners can. Ask an owner to change your role.</p>
        </Message>
      )}
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

function RequestLog() {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const filters = useFilters<Inputs['request']['list']>(['outcome', 'method', 'request'])
  const { field, input, after, clear } = filters
  const query = useQuery(trpc.request.list.queryOptions(input, { refetchInterval: after ? false : 5000 }))
  return (
    <>
      <NotLogged />
      <FilteredList
        what="Requests"
        filters={filters}
        query={query}
        rows={({ rows }) => rows}
        press="Filter"
        form={
          <>
            <NativeSelect
              label="Outcome"
              {...field('outcome')}
              data={[
                { value: '', label: 'Any' },
                { value: 'succeeded', label: 'Succeeded' },
                { value: 'failed', label: 'Failed' },
              ]}
            />
            <NativeSelect
              label="Method"
              {...field('method')}
              data={[{ value: '', label: 'Any' }, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']}
            />
            <TextInput label="Request ID" {...field('request')} maxLength={128} />
          </>
        }
        noMatch={
          <Message title="No matching requests in the last seven days" clear={clear}>
            <p>Enter the complete ID from the X-Request-Id response header.</p>
          </Message>
        }
        none={
          <Message title="No requests in the last seven days">
            <p>Requests that your systems send to the API with one of your keys appear here.</p>
            <Button component="a" href="/docs" variant="default">
              How to send a request
            </Button>
          </Message>
        }
        older="Older requests"
        partial={(to) => (
          <>
            Searched back to <Moment at={to} />. Older requests are on the next page.
          </>
        )}
      >
        {({ rows }) => (
          <ul className={list.requests}>
            {rows.map(({ id, method, path, query, status, milliseconds, date }) => (
              <li key={id}>
                <Link href={`${base}/developers/requests/${id}`} prefetch={false} className={list.row}>
                  <HttpStatus status={status} />
                  <span className={list.path}>
                    <strong>{method}</strong> {path}
                    {query && <span>?{query}</span>}
                  </span>
                  <span className={list.soft}>{milliseconds} ms</span>
                  <Moment at={date} className={list.soft} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </FilteredList>
    </>
  )
}
