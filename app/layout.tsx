import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import '@fontsource-variable/inter/wght.css'
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

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // The dashboard notes on it, before React is there, whether it is light or dark.
    <html lang="en" suppressHydrationWarning>
      <body>{children}</body>
    </html>
  )
}
