import type { Metadata } from 'next'
import { Order } from './order'

export const metadata: Metadata = { title: 'Order' }

export default async function OrderPage({ params }: { params: Promise<{ orderId: string }> }) {
  return <Order id={(await params).orderId} />
}
