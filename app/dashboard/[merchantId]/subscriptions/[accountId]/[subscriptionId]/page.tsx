import type { Metadata } from 'next'
import { Subscription } from './subscription'

export const metadata: Metadata = { title: 'Subscription' }

interface Params {
  accountId: string
  subscriptionId: string
}

export default async function SubscriptionPage({ params }: { params: Promise<Params> }) {
  const { accountId, subscriptionId } = await params
  return <Subscription account={accountId} id={subscriptionId} />
}
