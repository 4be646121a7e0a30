import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { pathHeader } from '@/server/http/policy'
import '@fontsource-variable/inter/wght.css'
import { languageIn } from './_parts/customer/language'
import './global.css'

// Every page is made when it is asked for: its scripts carry a nonce of that answer alone.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: { default: 'Kassa', template: '%s · Kassa' },
  description:
    'A self-hosted payment service: accounts, stored cards, subscriptions, orders, charges and refunds.',
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#111416' },
  ],
}

/** The pages of merchants' customers speak their language; the others English. */
const inTheirs = /^\/(account|login)(?=\/|$)/

export default async function RootLayout({ children }: { children: ReactNode }) {
  const sent = await headers()
  const lang = inTheirs.test(sent.get(pathHeader) ?? '') ? languageIn(sent) : 'en'
  return (
    // The dashboard notes on it, before React is there, whether it is light or dark.
    <html lang={lang} suppressHydrationWarning>
      <body>{children}</body>
    </html>
  )
}
