import { ColorSchemeScript } from '@mantine/core'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import '@mantine/core/styles.css'
import './_parts/mantine.css'
import './_parts/print.css'
import { nonceHeader } from '@/server/http/policy'
import { EarlyPresses } from './_parts/early-presses'
import { KeptFocus } from './_parts/kept-focus'
import { Theme } from './_parts/theme'

export const metadata: Metadata = {
  title: { default: 'Dashboard · Kassa', template: '%s · Kassa' },
  robots: { index: false, follow: false },
}

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(nonceHeader) ?? ''
  return (
    <>
      <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      <EarlyPresses nonce={nonce} />
      <KeptFocus />
      <Theme nonce={nonce}>{children}</Theme>
    </>
  )
}
