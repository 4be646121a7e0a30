import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { DashboardError } from '@/server/trpc/errors'
import { Calls } from '../_parts/calls'
import { Frame } from '../_parts/frame'
import { MerchantProvider } from '../_parts/merchant'
import { pageCaller } from '../_parts/page-caller'
import { SignedOut } from '../_parts/signed-out'

export default async function MerchantLayout({
  children,
  params,
}: {
  children: ReactNode
  params: Promise<{ merchantId: string }>
}) {
  const { merchantId } = await params
  const found = await factsFor(merchantId)
  if (found === 'signed out') return <SignedOut />
  if (found === 'not found') notFound()
  // The key resets all state, so that one merchant's data is never shown for another.
  return (
    <Calls key={merchantId} merchantId={merchantId} email={found.me.email}>
      <MerchantProvider facts={found.merchant} seen={Date.now()}>
        <Frame me={found.me}>{children}</Frame>
      </MerchantProvider>
    </Calls>
  )
}

async function factsFor(merchantId: string) {
  const caller = await pageCaller(merchantId)
  try {
    const [merchant, me] = await Promise.all([caller.merchant.get(), caller.user.me()])
    return { merchant, me }
  } catch (error) {
    if (error instanceof DashboardError && error.details.code === 'session.ended') return 'signed out'
    if (error instanceof DashboardError && error.details.code === 'not-found') return 'not found'
    throw error
  }
}
