'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useMerchant } from './merchant'
import styles from './tabs.module.css'

/** Links between the pages of a section. Paths are relative to the merchant's. */
export function Tabs({ name, tabs }: { name: string; tabs: readonly { path: string; name: string }[] }) {
  const { base } = useMerchant()
  const here = usePathname()
  return (
    <nav aria-label={name} className={styles.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.path}
          href={base + tab.path}
          aria-current={here === base + tab.path ? 'page' : undefined}
        >
          {tab.name}
        </Link>
      ))}
    </nav>
  )
}
