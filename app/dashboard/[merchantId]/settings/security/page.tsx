import type { Metadata } from 'next'
import { SecuritySettings } from './security-settings'

export const metadata: Metadata = { title: 'Security' }

export default function SecuritySettingsPage() {
  return <SecuritySettings />
}
