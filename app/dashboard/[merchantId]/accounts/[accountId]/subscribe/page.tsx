import type { Metadata } from 'next'
import { Subscribe } from './subscribe'

export const metadata: Metadata = { title: 'Add subscription' }

export default async function SubscribePage({ params }: { params: Promise<{ accountId: string }> }) {
  return <Subscribe id={(await params).accountId} />
}
