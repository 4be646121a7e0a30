'use client'

import { Popover, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import styles from './bell.module.css'
import { useTRPC } from './calls'
import { Icon } from './icons'

const NotificationPanel = dynamic(
  () => import('./notification-panel').then(({ NotificationPanel }) => NotificationPanel),
  { ssr: false, loading: () => <Skeleton height={320} /> },
)

/** How often to check for new notifications, in milliseconds. */
const refreshMs = 30_000

/** The highest number that the badge shows. */
const maxShown = 99

/** Shows how many notifications the user has not seen, and opens their list. */
export function Bell() {
  const [open, setOpen] = useState(false)
  const { data: unseen = 0 } = useQuery(
    useTRPC().notification.unseen.queryOptions(undefined, { refetchInterval: refreshMs }),
  )
  const count = unseen > maxShown ? `${maxShown}+` : String(unseen)
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      trapFocus
      returnFocus
      width="min(420px, 100vw - 16px)"
      position="bottom-start"
      shadow="md"
      transitionProps={{ duration: 100 }}
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.bell}
          onClick={() => setOpen(!open)}
          aria-label={unseen > 0 ? `Notifications, ${count} unread` : 'Notifications'}
        >
          <Icon name="bell" />
          {unseen > 0 && (
            <span className={styles.badge} aria-hidden="true">
              {count}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <NotificationPanel close={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
