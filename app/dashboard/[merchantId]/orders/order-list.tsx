'use client'

import { Checkbox } from '@mantine/core'
import Link from 'next/link'
import { OrderStates } from '../../_parts/chip'
import { Moment } from '../../_parts/detail'
import list from '../../_parts/list.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'

export interface OrderListProps {
  orders: Outputs['order']['list']['orders']
  selected?: ReadonlySet<string>
  select?: (ids: ReadonlySet<string>) => void
}

/** Orders as rows that link to their pages. With `select`, rows can be selected. */
export function OrderList({ orders, selected, select }: OrderListProps) {
  const { base, money } = useMerchant()
  const all = orders.every(({ id }) => selected?.has(id))
  return (
    <div className={list.orders}>
      <div className={list.line}>
        {select && (
          <Checkbox
            className={list.choose}
            aria-label="Select all orders on this page"
            label={<span className={list.all}>Select all</span>}
            checked={all}
            indeterminate={!all && orders.some(({ id }) => selected?.has(id))}
            onChange={() => select(new Set(all ? [] : orders.map(({ id }) => id)))}
          />
        )}
        <div className={list.head} aria-hidden="true">
          <span>Order</span>
          <span>Customer</span>
          <span>Status</span>
          <span>Created</span>
          <span className={list.amount}>Amount</span>
        </div>
      </div>
      <ul>
        {orders.map((order) => (
          <li key={order.id} className={list.line}>
            {select && (
              <Checkbox
                className={list.choose}
                aria-label={`Select order ${order.number ?? order.id}`}
                checked={selected?.has(order.id) ?? false}
                onChange={() => select(toggled(selected, order.id))}
              />
            )}
            <Link href={`${base}/orders/${order.id}`} prefetch={false} className={list.row}>
              <span className={list.first}>{order.number ?? order.id}</span>
              <span className={`${list.soft} ${list.wide}`}>{order.payerName ?? '–'}</span>
              <OrderStates order={order} />
              <Moment at={order.created} className={`${list.soft} ${list.date}`} />
              <span className={list.amount}>{money(order)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function toggled(selected: ReadonlySet<string> | undefined, id: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}
