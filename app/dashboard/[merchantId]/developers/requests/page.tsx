import type { Metadata } from 'next'
import { Requests } from './requests'

export const metadata: Metadata = { title: 'Requests' }

export default function RequestsPage() {
  return <Requests />
}
