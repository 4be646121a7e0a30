import type { Metadata } from 'next'
import { Subscriptions } from './subscriptions'

export const metadata: Metadata = { title: 'Subscriptions' }

export default function SubscriptionsPage() {
  return <Subscriptions />
}
