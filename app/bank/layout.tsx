import type { Metadata } from 'next'
import type { ReactNode } from 'react'

export const metadata: Metadata = {
  // `absolute`: the titles of the bank do not end with "Kassa".
  title: { absolute: 'Test Bank', template: '%s · Test Bank' },
  description: 'A simulated bank for testing 3-D Secure.',
  robots: { index: false, follow: false },
}

export default function BankLayout({ children }: { children: ReactNode }) {
  return children
}
