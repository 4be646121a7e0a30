'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Code } from '@/app/_parts/code'
import { useTRPC } from '../../../../_parts/calls'
import { Copied } from '../../../../_parts/copied'
import { Unshown } from '../../../../_parts/face'
import { useMerchant } from '../../../../_parts/merchant'
import parts from '../../../../_parts/parts.module.css'
import order from '../../../orders/[orderId]/order.module.css'
import { Status } from '../requests'

/** A request: what was sent and what was answered, without secrets and card data. */
export function Request({ id }: { id: string }) {
  const trpc = useTRPC()
  const { base, when, exactly } = useMerchant()
  const { data, error, refetch } = useQuery(trpc.request.get.queryOptions({ id }))
  if (error && !data) {
    return (
      <Unshown
        noun="request"
        error={error}
        retry={() => refetch()}
        all={{ path: `${base}/developers/requests`, name: 'To all requests' }}
        why="Requests are told of for seven days, and then forgotten."
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
          <Part name="Sent" value={data.body} none="Nothing was sent in the body." />
          <Part name="Answered" value={data.answer} none="Answers to what is only read are not kept." />
        </div>
        <section aria-labelledby="facts">
          <h2 id="facts">Facts</h2>
          <dl className={parts.facts}>
            <div>
              <dt>X-Request-Id</dt>
              <dd>
                <Copied text={data.requestId} name="the request’s id" />
              </dd>
            </div>
            <div>
              <dt>When</dt>
              <dd title={exactly(data.date)}>{when(data.date)}</dd>
            </div>
            {data.query && (
              <div>
                <dt>Query</dt>
                <dd>{data.query}</dd>
              </div>
            )}
            <div>
              <dt>Key</dt>
              <dd>{data.keyName ?? data.keyId}</dd>
            </div>
          </dl>
        </section>
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
