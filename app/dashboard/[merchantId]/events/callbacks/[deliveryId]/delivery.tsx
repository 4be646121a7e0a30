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

/** A callback: what it told, and each attempt at telling it. */
export function Delivery({ id }: { id: string }) {
  const trpc = useTRPC()
  const { base, may } = useMerchant()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(
    trpc.callback.get.queryOptions(
      { id },
      // What came of it is not long in coming.
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
        all={{ path: `${base}/events/callbacks`, name: 'To all callbacks' }}
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
            Send it again
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
            <h2 id="payload">What it tells</h2>
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
      {tries.length === 0 && <p className={styles.soft}>It is being sent.</p>}
      <ol className={styles.tries} reversed>
        {tries.toReversed().map((attempt) => (
          <li key={attempt.number}>
            <strong>{attempt.status === null ? 'No answer' : `Answered ${attempt.status}`}</strong>{' '}
            <span className={styles.soft}>
              after {attempt.ms} ms, <Moment at={attempt.date} />
            </span>
            {attempt.error && <p>{attempt.error}</p>}
            {attempt.answer && <pre>{attempt.answer}</pre>}
          </li>
        ))}
      </ol>
      {status === 'waiting' && tries.length > 0 && nextAttempt > new Date() && (
        <p className={styles.soft}>Next try {when(nextAttempt)}.</p>
      )}
      {status === 'failed' && (
        <p className={styles.soft}>
          Given up: {type} was tried for three days. Send it again when the receiver is mended.
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
        <Copied text={id} name="the callback’s id" />
      </Fact>
      <Fact name="Happened">
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
