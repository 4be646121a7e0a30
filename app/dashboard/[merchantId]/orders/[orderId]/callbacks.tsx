'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../../_parts/calls'
import { useMerchant } from '../../../_parts/merchant'
import { DeliveryList } from '../../_parts/delivery-list'

const shown = 10

/** Who was told of the order. Nothing at all where nobody is. */
export function Callbacks({ orderId }: { orderId: string }) {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const { data } = useQuery(trpc.callback.list.queryOptions({ order: orderId }))
  if (!data || data.rows.length === 0) return null
  return (
    <section aria-labelledby="callbacks">
      <h2 id="callbacks">Callbacks sent</h2>
      <DeliveryList deliveries={data.rows.slice(0, shown)} />
      {data.rows.length > shown && (
        <p>
          <Link href={`${base}/events/callbacks?order=${orderId}`}>All callbacks of this order</Link>
        </p>
      )}
    </section>
  )
}
