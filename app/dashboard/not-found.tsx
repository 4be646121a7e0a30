import type { Metadata } from 'next'
import { Notice } from '../_parts/notice'

export const metadata: Metadata = { title: 'Merchant not found' }

export default function MerchantNotFound() {
  return (
    <Notice title="Merchant not found" actions={<a href="/dashboard">Open your dashboard</a>}>
      <p>This merchant does not exist, or you are no longer a member of it.</p>
    </Notice>
  )
}
