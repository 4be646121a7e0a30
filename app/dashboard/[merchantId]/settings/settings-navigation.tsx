'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useMerchant } from '../../_parts/merchant'
import { PageLink } from '../../_parts/page-link'
import styles from '../../_parts/settings.module.css'

/** The settings navigation and the current page. */
export function SettingsNavigation({ children }: { children: ReactNode }) {
  const { base, type, may } = useMerchant()
  const here = usePathname()
  const pages = [
    { name: 'Merchant', path: 'merchant' },
    { name: 'Company', path: 'company' },
    { name: 'Branding', path: 'branding' },
    { name: 'Mail', path: 'mail' },
    { name: 'Team', path: 'team' },
    { name: 'Notifications', path: 'notifications' },
    { name: 'Security', path: 'security' },
    { name: 'Card service', path: 'card-service' },
    ...(type === 'test' ? [{ name: 'Clock', path: 'clock' }] : []),
    ...(may('admin') ? [{ name: 'Audit log', path: 'audit' }] : []),
  ]
  return (
    <div className={styles.settings}>
      <nav aria-label="Settings" className={styles.pages}>
        {pages.map(({ name, path }) => {
          const to = `${base}/settings/${path}`
          return (
            <PageLink key={path} to={to} isCurrent={here === to}>
              {name}
            </PageLink>
          )
        })}
      </nav>
      <div className={styles.page}>{children}</div>
    </div>
  )
}
