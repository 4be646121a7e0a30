'use client'

import { Drawer } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { Bell } from './bell'
import styles from './frame.module.css'
import { Icon } from './icons'
import { type Me, useMerchant } from './merchant'
import { Navigation } from './navigation'
import { OfflineNotice } from './offline-notice'
import { SearchIcon, SearchProvider } from './search/search'
import { ToastProvider } from './toast'

/** The frame around every page of a merchant. */
export function Frame({ me, children }: { me: Me; children: ReactNode }) {
  const { base, name, type, sendsMail, documentsWait } = useMerchant()
  const [open, setOpen] = useState(false)
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page changes
  useEffect(() => setOpen(false), [path])
  return (
    <ToastProvider>
      <SearchProvider me={me}>
        <div className={styles.frame}>
          <a href="#main" className="skip">
            Skip to content
          </a>
          {type === 'test' && (
            <section className={styles.test} aria-label="Test merchant">
              <strong>Test merchant</strong> – no real money moves
            </section>
          )}
          {type === 'live' && !sendsMail && (
            <section className={styles.alarm} aria-label="Mail">
              <strong>Mail is not sent</strong> – customers get no receipts and no login links. Set{' '}
              <code>RESEND_API_KEY</code> or <code>SMTP_URL</code>.
            </section>
          )}
          {documentsWait && (
            <section className={styles.alarm} aria-label="Documents">
              <strong>Invoices and receipts are waiting</strong> – they cannot be issued without{' '}
              <Link href={`${base}/settings/company`}>your company details</Link>.
            </section>
          )}
          <div className={styles.columns}>
            <aside className={styles.side} aria-label="Kassa">
              <Navigation me={me} />
            </aside>
            <div className={styles.page}>
              <section className={styles.bar} aria-label="Kassa">
                <button type="button" className={styles.opener} onClick={() => setOpen(true)}>
                  <Icon name="menu" />
                  <span className="visually-hidden">Open navigation</span>
                </button>
                <strong className={styles.here}>{name}</strong>
                <SearchIcon />
                <Bell />
              </section>
              <main id="main" tabIndex={-1} className={styles.main}>
                {children}
              </main>
            </div>
          </div>
          <OfflineNotice />
          <Drawer
            opened={open}
            onClose={() => setOpen(false)}
            size={288}
            title="Kassa"
            closeButtonProps={{ 'aria-label': 'Close navigation' }}
            transitionProps={{ duration: 120 }}
            classNames={{ body: styles.drawer }}
          >
            <Navigation me={me} />
          </Drawer>
        </div>
      </SearchProvider>
    </ToastProvider>
  )
}
