'use client'

import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { when } from '@/app/_parts/when'
import { type NoticeWords, noticeWords } from '@/emails/texts/notice-words'
import type { NotificationKind } from '@/server/model/notification'
import styles from './bell.module.css'
import { useTRPC } from './calls'
import { Moment } from './detail'
import { Icon } from './icons'
import { type Outputs, useMerchant } from './merchant'
import { QueryState } from './query-state'

type Notification = Outputs['notification']['list'][number]

/** The newest notifications. Pressing one opens its page and marks it as read. */
export function NotificationPanel({ close }: { close: () => void }) {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const query = useQuery(trpc.notification.list.queryOptions(undefined, { staleTime: 0 }))
  const read = useMutation(trpc.notification.markSeen.mutationOptions())
  const newest = query.data?.[0]
  const isUnread = query.data?.some(({ seen }) => seen === null) ?? false
  return (
    <section aria-label="Notifications">
      <header className={styles.head}>
        <h2>Notifications</h2>
        {isUnread && newest && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={read.isPending}
            onClick={() => read.mutate({ until: newest.created })}
          >
            Mark all as read
          </Button>
        )}
        <Link
          href={`${base}/settings/notifications`}
          className={styles.settings}
          onClick={close}
          aria-label="Notification settings"
          title="Notification settings"
        >
          <Icon name="settings" size={18} />
        </Link>
      </header>
      <QueryState what="Notifications" query={query} loading={<Loading />}>
        {(rows) =>
          rows.length === 0 ? (
            <div className={styles.none}>
              <Icon name="bell" size={28} />
              <p>
                Nothing yet. Failed payments, disputes and failing callbacks appear here, as soon as they
                happen.
              </p>
            </div>
          ) : (
            <ul className={styles.list}>
              {rows.map((row) => (
                <li key={row.id}>
                  <Row
                    notification={row}
                    open={() => {
                      if (row.seen === null) read.mutate({ id: row.id })
                      close()
                    }}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}

const Loading = () => (
  <div role="status" aria-label="Loading notifications" className={styles.loading}>
    <Skeleton height={40} />
    <Skeleton height={40} />
    <Skeleton height={40} />
  </div>
)

const icons = {
  decline: 'declined',
  dispute: 'dispute',
  'late failure': 'failed',
  authorisation: 'clock',
  'card service': 'card',
  callbacks: 'events',
  difference: 'bookkeeping',
  team: 'accounts',
} as const satisfies Record<NotificationKind, string>

/** What is good news, or only news, is not red. */
const calm = new Set<Notification['subject']['what']>([
  'callbacks working',
  'dispute won',
  'dispute closed',
  'member joined',
  'member removed',
  'role changed',
])

function Row({ notification, open }: { notification: Notification; open: () => void }) {
  const { base } = useMerchant()
  const { kind, path, created, seen, subject } = notification
  const words = useWords(notification)
  return (
    <Link href={base + path} prefetch={false} className={styles.row} onClick={open}>
      <span className={styles.icon} data-calm={calm.has(subject.what) || undefined}>
        <Icon name={icons[kind]} size={18} />
      </span>
      <span className={styles.words}>
        <strong>{words.subject}</strong>
        <span className={styles.about}>{words.about}</span>
        <Moment at={created} className={styles.time} />
      </span>
      {seen === null && (
        <span className={styles.dot}>
          <span className="visually-hidden">Unread</span>
        </span>
      )}
    </Link>
  )
}

function useWords({ subject }: Notification): NoticeWords {
  const { name, money, timeZone } = useMerchant()
  return noticeWords(subject, {
    merchant: name,
    format: {
      money: ({ amount, currency }) => money({ amount: BigInt(amount), currency }),
      // Deadlines and outages are in real time, whatever a test merchant's clock shows.
      moment: (instant) => when(new Date(instant), new Date(), timeZone),
    },
  })
}
