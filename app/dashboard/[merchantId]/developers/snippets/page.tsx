import type { Metadata } from 'next'
import { config } from '@/server/core/config/config'
import { Snippets } from './snippets'

export const metadata: Metadata = { title: 'Quickstart' }

export default function SnippetsPage() {
  return <Snippets baseUrl={config().baseUrl} />
}
