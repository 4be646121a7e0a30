import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { pathHeader } from '@/server/http/policy'
import type { Language } from '@/server/model/language'
import '@fontsource-variable/inter/wght.css'
import { requireVerification } from './_parts/customer/bank-verification'
import { currentEmailVisit } from './_parts/customer/email-visit'
import { languageIn } from './_parts/customer/language'
import { wordsForLink } from './_parts/customer/login-page'
import { currentPayment } from './_parts/customer/payment-visit'
import { currentVisit } from './_parts/customer/visit'
import { Hydrated } from './_parts/hydrated'
import './global.css'

// Pages are rendered for each request, because the scripts of each response carry a nonce of their own.
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

/** Customers' pages are in the customer's language; all other pages are in English. */
async function languageOf(path: string, sent: Headers): Promise<Language> {
  const [, area, key, inner] =
    /^\/(account|login|pay|bank|demo)(?:\/([^/]*)(?:\/([^/]*))?|$)/.exec(path) ?? []
  if (area === undefined) return 'en'
  try {
    if (area === 'account' && key === 'email' && inner) return (await currentEmailVisit(inner)).words.language
    if (area === 'pay' && key) return (await currentPayment(key)).words.language
    if (area === 'bank' && key) return (await requireVerification(key)).words.language
    if (area === 'login' && key) return (await wordsForLink(key)).language
    if (area === 'account' || area === 'login') return (await currentVisit()).words.language
  } catch {
    // The page reports the error.
  }
  return languageIn(sent)
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const sent = await headers()
  const lang = await languageOf(sent.get(pathHeader) ?? '', sent)
  return (
    // The dashboard sets light or dark mode on this element before React loads.
    <html lang={lang} suppressHydrationWarning>
      <body>
        {children}
        <Hydrated />
      </body>
    </html>
  )
}
