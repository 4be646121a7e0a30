'use client'

import dynamic from 'next/dynamic'

const OrderPanel = dynamic(() => import('../_parts/order-panel').then(({ OrderPanel }) => OrderPanel), {
  ssr: false,
})

/** A quick view of the order of an event. `id`: the order and the place of the event in it. */
export const EventPanel = ({ id, close }: { id: string; close: () => void }) => (
  <OrderPanel id={id.split('/')[0] ?? id} close={close} />
)
