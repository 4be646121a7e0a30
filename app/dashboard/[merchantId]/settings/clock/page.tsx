import type { Metadata } from 'next'
import { ClockSettings } from './clock-settings'

export const metadata: Metadata = { title: 'Clock' }

export default function ClockSettingsPage() {
  return <ClockSettings />
}
