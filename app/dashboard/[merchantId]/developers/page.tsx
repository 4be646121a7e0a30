import type { Metadata } from 'next'
import { Keys } from './keys'

export const metadata: Metadata = { title: 'Keys' }

export default function KeysPage() {
  return <Keys />
}
