import type { Metadata } from 'next'
import { Change } from './change'

export const metadata: Metadata = { title: 'Change a subscription' }

interface Params {
  accountId: string
  subscriptionId: string
}

export default async function ChangePage({ params }: { params: Promise<Params> }) {
  const { accountId, subscriptionId } = await params
  return <Change account={accountId} id={subscriptionId} />
}
