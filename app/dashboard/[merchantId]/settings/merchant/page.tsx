import type { Metadata } from 'next'
import { MerchantSettings } from './merchant-settings'

export const metadata: Metadata = { title: 'Merchant' }

export default function MerchantSettingsPage() {
  return <MerchantSettings />
}
