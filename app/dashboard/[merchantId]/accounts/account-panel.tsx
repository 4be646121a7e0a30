'use client'

import { useQuery } from '@tanstack/react-query'
import { mailto } from '@/server/model/mailto'
import { shownStatus } from '@/server/model/shown-status'
import { Amount } from '../../_parts/amount'
import { useTRPC } from '../../_parts/calls'
import { CardMark } from '../../_parts/card-mark'
import { Chip, Chips } from '../../_parts/chip'
import { Moment } from '../../_parts/detail'
import { useMerchant } from '../../_parts/merchant'
import { OrderState } from '../../_parts/order-state'
import { QueryState } from '../../_parts/query-state'
import { PanelFacts, PanelRow, PanelRows } from '../../_parts/table/panel-parts'
import { SidePanel } from '../../_parts/table/side-panel'
import { useToday } from '../../_parts/use-today'
import { NearDay } from '../_parts/day'
import { shortOrderName } from '../_parts/order-name'

const recentOrders = 5

/** A quick view of an account: contact, cards, subscriptions and its newest orders. */
export function AccountPanel({ id, close }: { id: string; close: () => void }) {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const today = useToday()
  const account = useQuery(trpc.account.get.queryOptions({ id }))
  const orders = useQuery(trpc.order.list.queryOptions({ account: id }))
  const to = `${base}/accounts/${id}`
  const { customer } = account.data ?? {}
  const name = account.data?.name ?? 'Account'
  return (
    <SidePanel name={name} to={to} open="Open account" close={close}>
      <QueryState what="The account" query={account} loading={320}>
        {({ number, status, erased, created, cards, subscriptions, unpaid }) => (
          <>
            <PanelFacts
              facts={{
                Status: <Chip state={shownStatus({ status, erased })} />,
                'E-mail': customer?.email && <a href={mailto(customer.email)}>{customer.email}</a>,
                Phone: customer?.phone,
                Number: number,
                Created: <Moment at={created} />,
                Unpaid:
                  unpaid.length > 0 &&
                  unpaid.map((each) => (
                    <div key={each.orderId}>
                      <Amount of={each} />
                    </div>
                  )),
              }}
            />
            <PanelRows title="Cards" none="No card yet">
              {cards.map(({ id: card, scheme, last4, expires: [month, year] }, place) => (
                <PanelRow key={card} end={`${String(month).padStart(2, '0')}/${year}`}>
                  <CardMark scheme={scheme} last4={last4} />
                  {place === 0 && cards.length > 1 && ' default'}
                </PanelRow>
              ))}
            </PanelRows>
            <PanelRows title="Subscriptions" none="No subscriptions">
              {subscriptions.map((each) => (
                <PanelRow
                  key={each.id}
                  to={`${base}/subscriptions/${id}/${each.id}`}
                  end={<Amount of={each} />}
                  more={
                    <>
                      {each.words}
                      {/* A suspended account is not billed. */}
                      {each.due && each.ended === null && status !== 'suspended' && (
                        <>
                          , next <NearDay day={each.due} />
                        </>
                      )}
                    </>
                  }
                >
                  {each.what} <Chips states={each.states.filter((state) => state !== 'active')} />
                </PanelRow>
              ))}
            </PanelRows>
          </>
        )}
      </QueryState>
      <QueryState what="Its orders" query={orders} loading={120}>
        {(found) => (
          <PanelRows title="Newest orders" none="No orders">
            {found.orders.slice(0, recentOrders).map((order) => (
              <PanelRow
                key={order.id}
                to={`${base}/orders/${order.id}`}
                end={<Amount of={order} />}
                more={<Moment at={order.created} />}
              >
                {shortOrderName(order, today)} <OrderState order={order} />
              </PanelRow>
            ))}
          </PanelRows>
        )}
      </QueryState>
    </SidePanel>
  )
}
