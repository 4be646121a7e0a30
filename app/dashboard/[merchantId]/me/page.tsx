import type { Metadata } from 'next'
import { You } from './you'

export const metadata: Metadata = { title: 'Your sign-in' }

export default function YouPage() {
  return <You />
}
