'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { eventInWords } from '@/server/model/order/event-words'
import type { Line } from '@/server/model/order/lines'
import { useTRPC } from '../../_parts/calls'
import { CardMark } from '../../_parts/card-mark'
import { Moment } from '../../_parts/detail'
import { useMerchant } from '../../_parts/merchant'
import { OrderState } from '../../_parts/order-state'
import { QueryState } from '../../_parts/query-state'
import { PanelFacts, PanelRow, PanelRows } from '../../_parts/table/panel-parts'
import { SidePanel } from '../../_parts/table/side-panel'
import { useToday } from '../../_parts/use-today'
import { lineName } from './order-lines'
import { orderName, shortOrderName } from './order-name'

/** A quick view of an order: who, how much, its items and what happened. */
export function OrderPanel({ id, close }: { id: string; close: () => void }) {
  const { base, money } = useMerchant()
  const query = useQuery(useTRPC().order.get.queryOptions({ id }))
  const today = useToday()
  const name = query.data ? orderName(query.data, today) : 'Order'
  return (
    <SidePanel name={name} to={`${base}/orders/${id}`} open="Open order" close={close}>
      <QueryState what="The order" query={query} loading={320}>
        {(order) => {
          const { accountId, payerName, created, currency, payment, lines, events } = order
          return (
            <>
              <PanelFacts
                facts={{
                  Order: shortOrderName(order, today),
                  Status: <OrderState order={order} />,
                  Amount: money(order),
                  Customer: accountId ? (
                    <Link href={`${base}/accounts/${accountId}`} prefetch={false}>
                      {order.payer?.label ?? accountId}
                    </Link>
                  ) : (
                    payerName
                  ),
                  Card: <CardMark scheme={payment.scheme} last4={payment.last4} />,
                  Created: <Moment at={created} />,
                }}
              />
              {lines && <PanelLines lines={lines} currency={currency} />}
              <PanelRows title="Activity" none="">
                {events.map((event) => (
                  <PanelRow
                    key={event.sequence}
                    end={event.amount !== null && money({ amount: event.amount, currency })}
                    more={
                      <>
                        <Moment at={event.date} />
                        {event.error && <> · {event.error.description}</>}
                      </>
                    }
                  >
                    {eventInWords(event)}
                  </PanelRow>
                ))}
              </PanelRows>
            </>
          )
        }}
      </QueryState>
    </SidePanel>
  )
}

/** The items of an order or a subscription. */
export function PanelLines({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  const { money } = useMerchant()
  return (
    <PanelRows title="Items" none="">
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and do not move
        <PanelRow key={place} end={money({ amount: BigInt(line.total), currency })}>
          {line.units.length > 1 && `${line.units.length} × `}
          {lineName(line, place)}
        </PanelRow>
      ))}
    </PanelRows>
  )
}
