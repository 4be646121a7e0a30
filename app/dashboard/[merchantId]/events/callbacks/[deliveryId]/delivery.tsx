'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import { Code } from '@/app/_parts/code'
import { useTRPC } from '../../../../_parts/calls'
import { Copied } from '../../../../_parts/copied'
import { DetailHead, Facts, Moment, Section } from '../../../../_parts/detail'
import detail from '../../../../_parts/detail.module.css'
import { Outcome } from '../../../../_parts/form'
import { type Outputs, useMerchant } from '../../../../_parts/merchant'
import { Loaded } from '../../../../_parts/query-state'
import { refetchWhile } from '../../../../_parts/refetch-while'
import styles from '../../../_parts/callbacks.module.css'
import { DeliveryState } from '../../../_parts/delivery-state'
import { describeType } from '../../../_parts/event-types'
import { OrderName } from '../../../_parts/order-name-cell'
import { RealMoment, useRealTime } from '../../../_parts/real-time'
import { useResendCallback } from '../../../_parts/use-resend-callback'

type DeliveryDetail = Outputs['callback']['get']

/** A callback: its payload and each delivery attempt. */
export function Delivery() {
  const trpc = useTRPC()
  const { deliveryId: id } = useParams<{ deliveryId: string }>()
  const { base, may } = useMerchant()
  const query = useQuery(
    trpc.callback.get.queryOptions(
      { id },
      // The result arrives within seconds.
      refetchWhile((delivery: Outputs['callback']['get']) => delivery.status === 'waiting', 1500),
    ),
  )
  const { resend, press } = useResendCallback(id, `Sending ${id} now`)
  return (
    <Loaded noun="callback" list="/events/callbacks" query={query}>
      {(delivery) => (
        <>
          <DetailHead
            up={{ path: '/events/callbacks', name: 'Callbacks' }}
            title={delivery.type}
            about={
              <>
                <DeliveryState delivery={delivery} /> <span>{delivery.url}</span>
              </>
            }
          >
            {may('support') && (
              <Button variant="default" loading={resend.isPending} onClick={press}>
                {delivery.status === 'waiting' ? 'Try now' : 'Resend'}
              </Button>
            )}
          </DetailHead>
          <Outcome error={resend.error} />
          <div className={detail.columns}>
            <div>
              <Attempts delivery={delivery} />
              <Section title="Payload">
                <Code
                  label="Body of the callback"
                  language="json"
                  text={JSON.stringify(JSON.parse(delivery.payload), undefined, 2)}
                />
              </Section>
            </div>
            <Facts
              facts={{
                Event: describeType(delivery.type),
                'webhook-id': <Copied text={id} name="the callback ID" />,
                Created: <Moment at={delivery.created} />,
                Order: delivery.orderId && (
                  <Link href={`${base}/orders/${delivery.orderId}`}>
                    <OrderName order={delivery.order ?? { id: delivery.orderId, number: null }} />
                  </Link>
                ),
              }}
            />
          </div>
        </>
      )}
    </Loaded>
  )
}

function Attempts({ delivery: { attemptHistory, status, nextAttempt } }: { delivery: DeliveryDetail }) {
  const until = useRealTime()
  return (
    <Section title="Attempts">
      {attemptHistory.length === 0 && <p className={detail.soft}>Sending…</p>}
      <ol className={styles.attempts} reversed>
        {attemptHistory.toReversed().map((attempt) => (
          <li key={attempt.number}>
            <strong>{attempt.status === null ? 'No response' : `Response ${attempt.status}`}</strong>{' '}
            <span className={detail.soft}>
              after {attempt.ms} ms, <RealMoment at={attempt.date} />
            </span>
            {attempt.error && <p>{attempt.error}</p>}
            {attempt.responseBody && <pre>{attempt.responseBody}</pre>}
          </li>
        ))}
      </ol>
      {status === 'waiting' && attemptHistory.length > 0 && nextAttempt > new Date() && (
        <p className={detail.soft}>Next attempt {until(nextAttempt)}.</p>
      )}
      {status === 'failed' && (
        <p className={detail.soft}>
          Kassa stopped after three days of failed attempts. Fix the receiver, then resend the callback.
        </p>
      )}
    </Section>
  )
}
