'use client'

import Link from 'next/link'
import { CardMark } from '../../../_parts/card-mark'
import { Copied } from '../../../_parts/copied'
import { Facts, Moment } from '../../../_parts/detail'
import { useMerchant } from '../../../_parts/merchant'
import { NearDay } from '../../_parts/day'
import own from './order.module.css'
import type { OrderDetail } from './order-action'

/** The details of an order. */
export function OrderDetails({ order }: { order: OrderDetail }) {
  const { base, money } = useMerchant()
  const { id, number, accountId, payer, subscriptionId, subscriptionName, due, retryOn } = order
  const { approval } = order
  const { scheme, last4, expires, reference } = order.payment
  const expiry = expires?.map((part) => String(part).padStart(2, '0')).join('/')
  return (
    <Facts
      facts={{
        Number: number && <Copied text={number} name="the order number" plain />,
        ID: <Copied text={id} name="the order ID" />,
        Created: <Moment at={order.created} />,
        'E-mail': payer?.email && <Copied text={payer.email} name="the e-mail address" plain />,
        Card: scheme && (
          <span className={own.payer}>
            <CardMark scheme={scheme} last4={last4} />
            {expiry}
          </span>
        ),
        '3-D Secure': approval && (
          <>
            Approved by the cardholder{approval.approved ? ', ' : ' (requested '}
            <Moment at={approval.approved ?? approval.requested} />
            {!approval.approved && ')'}
          </>
        ),
        Subscription: subscriptionId && (
          <Link href={`${base}/subscriptions/${accountId}/${subscriptionId}`}>
            {subscriptionName ?? subscriptionId}
          </Link>
        ),
        Due: due && <NearDay day={due} />,
        'Authorised until': order.authorisedUntil && <Moment at={order.authorisedUntil} />,
        'Next attempt': retryOn && <NearDay day={retryOn} />,
        ...Object.fromEntries(
          order.proceeds.flatMap(({ currency, fee, net }) => [
            [nameIn(order, 'Fee', currency), money({ amount: fee, currency })],
            [nameIn(order, 'Net', currency), money({ amount: net, currency })],
          ]),
        ),
        'Personal data': order.erased && (
          <>
            Erased, <Moment at={order.erased} />
          </>
        ),
        'Card service': order.serviceTitle,
        Reference: <Copied text={reference} name="the payment reference" />,
      }}
    />
  )
}

/** A card service pays out in the currencies of the merchant's bank accounts, so there can be several. */
const nameIn = ({ proceeds }: OrderDetail, name: string, currency: string) =>
  proceeds.length > 1 ? `${name} in ${currency}` : name
