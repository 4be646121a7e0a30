'use client'

import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { Code } from '@/app/_parts/code'
import { inWords, useTRPC } from '../../../../_parts/calls'
import { Copied } from '../../../../_parts/copied'
import order from '../../../../_parts/detail.module.css'
import { Unshown } from '../../../../_parts/face'
import { Fact, Facts, Moment } from '../../../../_parts/facts'
import { type Outputs, useMerchant } from '../../../../_parts/merchant'
import styles from '../../../_parts/callbacks.module.css'
import { Outcome } from '../../../_parts/delivery-list'

type Shown = Outputs['callback']['get']

/** A callback: its payload and each delivery attempt. */
export function Delivery({ id }: { id: string }) {
  const trpc = useTRPC()
  const { base, may } = useMerchant()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(
    trpc.callback.get.queryOptions(
      { id },
      // The result arrives within seconds.
      { refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? 1500 : false) },
    ),
  )
  const replay = useMutation(
    trpc.callback.replay.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.callback.pathFilter()),
    }),
  )
  if (error && !data) {
    return (
      <Unshown
        noun="callback"
        error={error}
        retry={() => refetch()}
        all={{ path: `${base}/events/callbacks`, name: 'All callbacks' }}
      />
    )
  }
  if (!data) return <Skeleton height={480} role="status" aria-label="Loading the callback" />
  return (
    <>
      <p className={order.up}>
        <Link href={`${base}/events/callbacks`}>Callbacks</Link>
      </p>
      <header className={order.head}>
        <div>
          <h1>{data.type}</h1>
          <p className={order.name}>
            <Outcome status={data.status} /> {data.url}
          </p>
        </div>
        {may('support') && (
          <Button
            variant="default"
            disabled={data.status === 'waiting'}
            loading={replay.isPending}
            onClick={() => replay.mutate({ id })}
          >
            Resend
          </Button>
        )}
      </header>
      {replay.error && (
        <p role="alert" className={styles.problem}>
          {inWords(replay.error)}
        </p>
      )}
      <div className={order.columns}>
        <div>
          <Attempts delivery={data} />
          <section aria-labelledby="payload">
            <h2 id="payload">Payload</h2>
            <Code
              label="Body of the callback"
              language="json"
              text={JSON.stringify(JSON.parse(data.payload), undefined, 2)}
            />
          </section>
        </div>
        <DeliveryFacts delivery={data} />
      </div>
    </>
  )
}

function Attempts({ delivery: { tries, status, nextAttempt, type } }: { delivery: Shown }) {
  const { when } = useMerchant()
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">Attempts</h2>
      {tries.length === 0 && <p className={styles.soft}>Sending…</p>}
      <ol className={styles.tries} reversed>
        {tries.toReversed().map((attempt) => (
          <li key={attempt.number}>
            <strong>{attempt.status === null ? 'No response' : `Response ${attempt.status}`}</strong>{' '}
            <span className={styles.soft}>
              after {attempt.ms} ms, <Moment at={attempt.date} />
            </span>
            {attempt.error && <p>{attempt.error}</p>}
            {attempt.answer && <pre>{attempt.answer}</pre>}
          </li>
        ))}
      </ol>
      {status === 'waiting' && tries.length > 0 && nextAttempt > new Date() && (
        <p className={styles.soft}>Next attempt {when(nextAttempt)}.</p>
      )}
      {status === 'failed' && (
        <p className={styles.soft}>
          Delivery of {type} failed for three days, and retries have stopped. Fix the receiver, then resend
          it.
        </p>
      )}
    </section>
  )
}

function DeliveryFacts({ delivery: { id, orderId, created } }: { delivery: Shown }) {
  const { base } = useMerchant()
  return (
    <Facts>
      <Fact name="webhook-id">
        <Copied text={id} name="the callback ID" />
      </Fact>
      <Fact name="Created">
        <Moment at={created} />
      </Fact>
      {orderId && (
        <Fact name="Order">
          <Link href={`${base}/orders/${orderId}`}>{orderId}</Link>
        </Fact>
      )}
    </Facts>
  )
}
