'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../../_parts/calls'
import { Section } from '../../../_parts/detail'
import { useMerchant } from '../../../_parts/merchant'
import { DeliveryList } from '../../_parts/delivery-list'

const shown = 10

/** The callbacks sent for an order; renders nothing if there are none. */
export function Callbacks({ orderId }: { orderId: string }) {
  const { base } = useMerchant()
  const { data } = useQuery(useTRPC().callback.list.queryOptions({ order: orderId }))
  if (!data || data.rows.length === 0) return null
  return (
    <Section title="Callbacks sent">
      <DeliveryList deliveries={data.rows.slice(0, shown)} />
      {data.rows.length > shown && (
        <p>
          <Link href={`${base}/events/callbacks?order=${orderId}`}>All callbacks for this order</Link>
        </p>
      )}
    </Section>
  )
}
