import type { Metadata } from 'next'
import { Delivery } from './delivery'

export const metadata: Metadata = { title: 'Callback' }

export default async function DeliveryPage({ params }: { params: Promise<{ deliveryId: string }> }) {
  return <Delivery id={(await params).deliveryId} />
}
