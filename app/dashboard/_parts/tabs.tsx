'use client'

import { usePathname } from 'next/navigation'
import { useMerchant } from './merchant'
import { PageLink } from './page-link'
import styles from './tabs.module.css'

/** Links between the pages of a section. Paths are relative to the merchant's. `query`: what the pages have in common. */
export function Tabs({
  name,
  tabs,
  query = '',
}: {
  name: string
  tabs: readonly { path: string; name: string }[]
  query?: string
}) {
  const { base } = useMerchant()
  const here = usePathname()
  return (
    <nav aria-label={name} className={styles.tabs}>
      {tabs.map((tab) => {
        const to = base + tab.path
        return (
          <PageLink key={tab.path} to={to + query} isCurrent={here === to}>
            {tab.name}
          </PageLink>
        )
      })}
    </nav>
  )
}
