import type { Metadata } from 'next'
import { Request } from './request'

export const metadata: Metadata = { title: 'Request' }

export default async function RequestPage({ params }: { params: Promise<{ requestId: string }> }) {
  return <Request id={(await params).requestId} />
}
