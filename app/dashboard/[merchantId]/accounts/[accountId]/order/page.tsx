import type { Metadata } from 'next'
import { NewOrder } from './new-order'

export const metadata: Metadata = { title: 'Create order' }

export default async function NewOrderPage({ params }: { params: Promise<{ accountId: string }> }) {
  return <NewOrder id={(await params).accountId} />
}
