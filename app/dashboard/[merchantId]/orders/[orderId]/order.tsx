'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import { useState } from 'react'
import { useTRPC } from '../../../_parts/calls'
import { Avatar } from '../../../_parts/customer'
import { DetailHead, Moment } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { OrderState } from '../../../_parts/order-state'
import { Loaded } from '../../../_parts/query-state'
import { refetchWhile } from '../../../_parts/refetch-while'
import { useRequestedAction } from '../../../_parts/requested-action'
import { useTitle } from '../../../_parts/use-title'
import { useToday } from '../../../_parts/use-today'
import { AskForCard } from '../../_parts/ask-for-card'
import { Metadata } from '../../_parts/metadata'
import { orderName } from '../../_parts/order-name'
import { Related } from '../../_parts/related'
import { Tags } from '../../_parts/tags'
import { AmountsBar } from './amounts-bar'
import { ChangeOrder } from './change-order'
import { Disputes } from './disputes'
import { EraseOrder } from './erase-order'
import { acceptedInWords, nextStep } from './next-step'
import { nameOf, type OrderAction, type OrderDetail } from './order-action'
import { OrderActivity } from './order-activity'
import { OrderDetails } from './order-details'
import { OrderItems } from './order-items'
import { Similar } from './similar'

export function Order() {
  const { orderId: id } = useParams<{ orderId: string }>()
  const query = useQuery(
    useTRPC().order.get.queryOptions(
      { id },
      refetchWhile((order: OrderDetail) => order.isRunning),
    ),
  )
  return (
    <Loaded noun="order" list="/orders" query={query}>
      {(order) => <Content order={order} />}
    </Loaded>
  )
}

function Content({ order }: { order: OrderDetail }) {
  const { base, money, may } = useMerchant()
  const { id, accountId, payer } = order
  const name = orderName(order, useToday())
  useTitle(name)
  const about = { subject: 'order', id } as const
  return (
    <>
      <DetailHead
        up={{ path: '/orders', name: 'Orders' }}
        title={money(order)}
        state={<OrderState order={order} />}
        about={
          <>
            {accountId && payer && (
              <Link href={`${base}/accounts/${accountId}`} className={styles.who}>
                <Avatar name={payer.label} />
                <bdi>{payer.label}</bdi>
              </Link>
            )}
            <span>{name}</span>
            <Moment at={order.created} />
          </>
        }
      >
        {may('support') && <Actions order={order} />}
      </DetailHead>
      <Next order={order} />
      <Similar order={order} />
      <div className={styles.columns}>
        <div>
          <Disputes order={order} />
          <AmountsBar order={order} />
          {order.lines && <OrderItems lines={order.lines} currency={order.currency} />}
          <OrderActivity order={order} />
          <Related order={id} />
        </div>
        <div>
          <OrderDetails order={order} />
          <Tags about={about} tags={order.tags} />
          <Metadata about={about} metadata={order.metadata} />
          {accountId === null && <EraseOrder id={id} isAgain={order.erased !== undefined} />}
        </div>
      </div>
    </>
  )
}

/** What happens next, with what can be done about it. */
function Next({ order }: { order: OrderDetail }) {
  const { money, timeZone, may } = useMerchant()
  const today = useToday()
  const { accountId, payer, currency } = order
  const { last4 } = order.payment
  const next = nextStep(
    { ...order, card: last4 && `the card ending in ${last4}` },
    { money, today, timeZone },
  )
  const isWaiting = order.isRunning || order.accepted.length > 0
  return (
    <>
      {order.isRunning && (
        <p role="status" className={styles.next} data-wrong>
          The card service has not responded yet. The amount stays reserved, and Kassa completes the operation
          automatically.
        </p>
      )}
      {order.accepted.map((accepted, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and keep their order
        <p key={place} role="status" className={styles.next}>
          {acceptedInWords(accepted, { currency, money, timeZone })}
        </p>
      ))}
      {!isWaiting && (
        <div className={styles.next} data-wrong={next.isUrgent}>
          <p>
            {!next.isUrgent && <strong className={styles.label}>Next</strong>} {next.text}
          </p>
          {next.wantsCard && accountId && payer?.email && may('support') && (
            <AskForCard accountId={accountId} />
          )}
        </div>
      )}
    </>
  )
}

/** The actions possible on an order. The first one is the page's main action; cancelling and refunding are red. */
function Actions({ order }: { order: OrderDetail }) {
  const [chosen, setChosen] = useState<OrderAction>()
  const asked = (what: string) => order.possible.find(({ type }) => type === what)
  useRequestedAction(
    order.possible.map(({ type }) => type),
    (what) => setChosen(asked(what)),
  )
  return (
    <>
      <div className={styles.actions}>
        {order.possible.map((action) => (
          <Button
            key={action.type}
            {...(action.type === 'charge' ? { variant: 'filled' } : { variant: 'outline', color: 'red' })}
            onClick={() => setChosen(action)}
          >
            {nameOf(action, order)}
          </Button>
        ))}
      </div>
      {chosen && <ChangeOrder order={order} opened={chosen} close={() => setChosen(undefined)} />}
    </>
  )
}
