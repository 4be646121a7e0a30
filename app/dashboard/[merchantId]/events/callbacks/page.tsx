import type { Metadata } from 'next'
import { Callbacks } from './callbacks'

export const metadata: Metadata = { title: 'Callbacks' }

export default function CallbacksPage() {
  return <Callbacks />
}
