'use client'

import type { NamedOrder } from '@/server/model/order/order-name'
import { useToday } from '../../_parts/use-today'
import { shortOrderName } from './order-name'

/** The name of an order in a list. */
export function OrderName({ order }: { order: NamedOrder }) {
  const name = shortOrderName(order, useToday())
  return <bdi title={name}>{name}</bdi>
}
