import type { ReactNode } from 'react'
import { SettingsPages } from './settings-pages'

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return <SettingsPages>{children}</SettingsPages>
}
