import { ColorSchemeScript } from '@mantine/core'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import '@mantine/core/styles.css'
import './_parts/dark.css'
import { Look } from './_parts/look'

export const dynamic = 'force-dynamic'
export const metadata: Metadata = {
  title: { default: 'Dashboard · Kassa', template: '%s · Kassa' },
  robots: { index: false, follow: false },
}

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <ColorSchemeScript defaultColorScheme="auto" />
      <Look>{children}</Look>
    </>
  )
}
