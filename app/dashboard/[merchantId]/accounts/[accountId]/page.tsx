import type { Metadata } from 'next'
import { Account } from './account'

export const metadata: Metadata = { title: 'Account' }

export default async function AccountPage({ params }: { params: Promise<{ accountId: string }> }) {
  return <Account id={(await params).accountId} />
}
