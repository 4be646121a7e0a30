'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../../_parts/calls'
import { Answered, Nothing } from '../../../_parts/face'
import { Moment } from '../../../_parts/facts'
import { FilterForm, useFilters } from '../../../_parts/filters'
import { Loading, Pages } from '../../../_parts/list'
import list from '../../../_parts/list.module.css'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import styles from '../_parts/developers.module.css'
import { DevelopersHead } from '../_parts/head'
import { Status } from '../_parts/status'

const names = ['outcome', 'method', 'request'] as const
type Requests = Outputs['request']['list']['rows']

/** The merchant's API requests of the last seven days and their responses. */
export function Requests() {
  const { may } = useMerchant()
  return (
    <>
      <DevelopersHead />
      {may('support') ? (
        <RequestLog />
      ) : (
        <Nothing title="You cannot view requests">
          <p>Support, admins and owners can. Ask an owner to change your role.</p>
        </Nothing>
      )}
    </>
  )
}

/** Says how many requests are missing from the log, and why. */
function NotLogged() {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.request.notLogged.queryOptions(undefined, { refetchInterval: 30_000 }))
  if (!data) return null
  const [period, missing] =
    data.hour.overLimit + data.hour.failed > 0 ? (['hour', data.hour] as const) : (['day', data.day] as const)
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

const countOf = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'request was' : 'requests were'}`

function RequestLog() {
  const trpc = useTRPC()
  const filters = useFilters(names)
  const { given, filtered, after, clear } = filters
  const input = { ...given, ...(after && { after }) } as Parameters<typeof trpc.request.list.queryOptions>[0]
  const asked = useQuery(trpc.request.list.queryOptions(input, { refetchInterval: after ? false : 5000 }))
  return (
    <>
      <NotLogged />
      <FilterForm
        filters={filters}
        isEmpty={asked.data ? asked.data.rows.length === 0 : asked.error !== null}
        press="Filter"
      >
        <NativeSelect
          label="Outcome"
          name="outcome"
          defaultValue={given.outcome ?? ''}
          data={[
            { value: '', label: 'Any' },
            { value: 'succeeded', label: 'Succeeded' },
            { value: 'failed', label: 'Failed' },
          ]}
        />
        <NativeSelect
          label="Method"
          name="method"
          defaultValue={given.method ?? ''}
          data={[{ value: '', label: 'Any' }, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']}
        />
        <TextInput label="Request ID" name="request" defaultValue={given.request} maxLength={128} />
      </FilterForm>
      <Answered what="Requests" query={asked} clear={filtered && clear} loading={<Loading what="requests" />}>
        {(data) => (
          <>
            {data.rows.length > 0 ? (
              <RequestList requests={data.rows} />
            ) : filtered ? (
              <Nothing title="No matching requests in the last seven days" clear={clear}>
                <p>Enter the complete ID from the X-Request-Id response header.</p>
              </Nothing>
            ) : (
              <Nothing title="No requests in the last seven days">
                <p>Requests that your systems send to the API with one of your keys appear here.</p>
                <Button component="a" href="/docs" variant="default">
                  How to send a request
                </Button>
              </Nothing>
            )}
            <Pages filters={filters} next={data.next}>
              Older requests
            </Pages>
          </>
        )}
      </Answered>
    </>
  )
}

const RequestList = ({ requests }: { requests: Requests }) => {
  const { base } = useMerchant()
  return (
    <ul className={list.list}>
      {requests.map(({ id, method, path, query, status, milliseconds, date }) => (
        <li key={id}>
          <Link href={`${base}/developers/requests/${id}`} prefetch={false} className={styles.request}>
            <Status status={status} />
            <span className={styles.path}>
              <strong>{method}</strong> {path}
              {query && <span className={styles.query}>?{query}</span>}
            </span>
            <span className={list.soft}>{milliseconds} ms</span>
            <Moment at={date} className={list.soft} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
