'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Code } from '@/app/_parts/code'
import { useTRPC } from '../../../../_parts/calls'
import { Copied } from '../../../../_parts/copied'
import order from '../../../../_parts/detail.module.css'
import { Unshown } from '../../../../_parts/face'
import { Fact, Facts, Moment } from '../../../../_parts/facts'
import { useMerchant } from '../../../../_parts/merchant'
import { Status } from '../../_parts/status'

/** A request and its response, without secrets and card data. */
export function Request({ id }: { id: string }) {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const { data, error, refetch } = useQuery(trpc.request.get.queryOptions({ id }))
  if (error && !data) {
    return (
      <Unshown
        noun="request"
        error={error}
        retry={() => refetch()}
        all={{ path: `${base}/developers/requests`, name: 'All requests' }}
        why="Requests are kept for seven days. This one may have been deleted, or the address may be wrong."
      />
    )
  }
  if (!data) return <Skeleton height={480} role="status" aria-label="Loading the request" />
  return (
    <>
      <p className={order.up}>
        <Link href={`${base}/developers/requests`}>Requests</Link>
      </p>
      <h1>
        {data.method} {data.path}
      </h1>
      <p className={order.name}>
        <Status status={data.status} /> after {data.milliseconds} ms
      </p>
      <div className={order.columns}>
        <div>
          <Part name="Request body" value={data.body} none="The request had no body." />
          <Part name="Response body" value={data.answer} none="Responses to read requests are not stored." />
        </div>
        <Facts>
          <Fact name="X-Request-Id">
            <Copied text={data.requestId} name="the request ID" />
          </Fact>
          <Fact name="Date">
            <Moment at={data.date} />
          </Fact>
          {data.query && <Fact name="Query">{data.query}</Fact>}
          <Fact name="Key">{data.keyName ?? data.keyId}</Fact>
        </Facts>
      </div>
    </>
  )
}

const Part = ({ name, value, none }: { name: string; value: unknown; none: string }) => (
  <section aria-label={name}>
    <h2>{name}</h2>
    {value === null || value === undefined ? (
      <p>{none}</p>
    ) : (
      <Code label={name} language="json" text={JSON.stringify(value, undefined, 2)} />
    )}
  </section>
)
