'use client'

import { type ReactNode, useState } from 'react'
import { counted } from '@/server/model/counted'
import styles from './activity.module.css'
import { Moment } from './detail'
import { Icon, type IconName } from './icons'
import parts from './parts.module.css'

export type Tone = 'green' | 'blue' | 'amber' | 'red' | undefined

/** Something that happened to an order or an account. */
export interface ActivityItem {
  key: string
  at: Date
  icon: IconName
  tone?: Tone
  title: ReactNode
  /** Who did it. */
  by?: string | undefined
  /** Further details: lines, the reason, the text of a note. */
  more?: ReactNode
  /** What can be done about it. */
  actions?: ReactNode
}

/** Items, newest first. If there are more than `max`, the older ones are shown on request. */
export function Activity({ items, max = 12 }: { items: readonly ActivityItem[]; max?: number }) {
  const [isWhole, setWhole] = useState(false)
  const hidden = isWhole ? 0 : Math.max(0, items.length - max)
  const shown = items.slice(0, items.length - hidden)
  return (
    <>
      <ol className={styles.activity}>
        {shown.map((item) => (
          <Row key={item.key} item={item} />
        ))}
      </ol>
      {hidden > 0 && (
        <button type="button" className={`${parts.reveal} ${styles.more}`} onClick={() => setWhole(true)}>
          Show {counted(hidden, 'earlier event')}
        </button>
      )}
    </>
  )
}

function Row({ item: { at, icon, tone, title, by, more, actions } }: { item: ActivityItem }) {
  return (
    <li>
      <span className={styles.icon} data-colour={tone}>
        <Icon name={icon} size={16} />
      </span>
      <div className={styles.what}>
        <span className={styles.title}>{title}</span>
        {by && (
          <bdi className={styles.by} title={by}>
            {by}
          </bdi>
        )}
        {more && <div className={styles.details}>{more}</div>}
      </div>
      <span className={styles.end}>
        {actions}
        <Moment at={at} className={styles.time} />
      </span>
    </li>
  )
}

/** Several items in one line that can be expanded. */
export function Collapsed({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className={styles.collapsed}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
