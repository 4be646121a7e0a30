'use client'

import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import { useState } from 'react'
import { schemeName } from '@/server/model/card/scheme-name'
import { useTRPC } from '../../../_parts/calls'
import { capitalised } from '../../../_parts/capitalised'
import { OrderStates } from '../../../_parts/chip'
import { Copied } from '../../../_parts/copied'
import { DetailHead, Facts, Moment } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { Loaded } from '../../../_parts/query-state'
import { NearDay } from '../../_parts/day'
import { Documents } from '../../_parts/documents'
import { MailLog } from '../../_parts/mail-log'
import { Lines } from '../../_parts/order-lines'
import { Callbacks } from './callbacks'
import { ChangeOrder } from './change-order'
import { Disputes } from './disputes'
import { nameOf, type OrderAction, type OrderDetail } from './order-action'
import { Timeline } from './timeline'

export function Order() {
  const { orderId: id } = useParams<{ orderId: string }>()
  const { money, may } = useMerchant()
  const query = useQuery(useTRPC().order.get.queryOptions({ id }))
  return (
    <Loaded noun="order" list="/orders" query={query}>
      {(order) => (
        <>
          <DetailHead
            up={{ path: '/orders', name: 'Orders' }}
            title={money(order)}
            about={
              <>
                {order.number && <span>Order {order.number}</span>} <OrderStates order={order} />
              </>
            }
          >
            {may('support') && <Actions order={order} />}
          </DetailHead>
          {order.isRunning && (
            <p role="status" className={styles.next} data-wrong>
              The card service has not responded yet. The amount stays reserved, and Kassa completes the
              operation automatically.
            </p>
          )}
          {order.accepted.map(({ type, amount }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and keep their order
            <p key={place} role="status" className={styles.next}>
              {underWay[type]} of {money({ amount, currency: order.currency })} is on its way. The card
              service has accepted it, and Kassa records its outcome as soon as it is known.
            </p>
          ))}
          <div className={styles.columns}>
            <div>
              <Disputes order={order} />
              {order.lines && (
                <Lines title="Items" lines={order.lines} currency={order.currency} withStates />
              )}
              <Documents order={order.id} />
              <Timeline order={order} />
              <MailLog order={order.id} />
              <Callbacks orderId={order.id} />
            </div>
            <OrderFacts order={order} />
          </div>
        </>
      )}
    </Loaded>
  )
}

const underWay = { charge: 'A charge', refund: 'A refund', cancel: 'A cancellation' } as const

/** The actions possible on an order. The first one is the page's main action. */
function Actions({ order }: { order: OrderDetail }) {
  const [chosen, setChosen] = useState<OrderAction>()
  return (
    <>
      <Group gap={8}>
        {order.possible.map((action, place) => (
          <Button
            key={action.type}
            variant={place === 0 ? 'filled' : 'default'}
            onClick={() => setChosen(action)}
          >
            {nameOf(action, order)}
          </Button>
        ))}
      </Group>
      {chosen && <ChangeOrder order={order} action={chosen} close={() => setChosen(undefined)} />}
    </>
  )
}

function OrderFacts({ order }: { order: OrderDetail }) {
  const { base, money } = useMerchant()
  const { id, currency, shares, accountId, payerName, subscriptionId, due, retryOn, authorisedUntil } = order
  const { scheme, last4, expires, service, reference } = order.payment
  const amounts = Object.entries(shares).map(([state, amount]) => [
    capitalised(state),
    amount > 0n && money({ amount, currency }),
  ])
  const expiry = expires && `, ${expires.map((part) => String(part).padStart(2, '0')).join('/')}`
  return (
    <Facts
      facts={{
        ID: <Copied text={id} name="the order ID" />,
        Created: <Moment at={order.created} />,
        ...Object.fromEntries(amounts),
        Account: accountId && <Link href={`${base}/accounts/${accountId}`}>{payerName ?? accountId}</Link>,
        Card: scheme && `${schemeName(scheme)} ending in ${last4}${expiry ?? ''}`,
        Subscription: subscriptionId && (
          <>
            <Link href={`${base}/subscriptions/${accountId}/${subscriptionId}`}>{subscriptionId}</Link>
            {due && ', due '}
            {due && <NearDay day={due} />}
          </>
        ),
        'Authorised until': authorisedUntil && <Moment at={authorisedUntil} />,
        'Next attempt': retryOn && <NearDay day={retryOn} />,
        ...Object.fromEntries(
          order.proceeds.flatMap(({ currency, fee, net }) => [
            [nameIn(order, 'Fee', currency), money({ amount: fee, currency })],
            [nameIn(order, 'Net', currency), money({ amount: net, currency })],
          ]),
        ),
        'Card service': service,
        Reference: <Copied text={reference} name="the payment reference" />,
      }}
    />
  )
}

/** A card service pays out in the currencies of the merchant's bank accounts, so there can be several. */
const nameIn = ({ proceeds }: OrderDetail, name: string, currency: string) =>
  proceeds.length > 1 ? `${name} in ${currency}` : name
