'use client'

import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react'
import { Code } from '@/app/_parts/code'
import { curlOf } from './curl'
import styles from './empty-list.module.css'
import { exampleRequests } from './example-requests'
import { Icon } from './icons'
import { useMerchant } from './merchant'
import parts from './parts.module.css'

/** An empty list: what it is for, what to do, and the request that would fill it, for developers. */
export function EmptyList({
  icon,
  title,
  example,
  children,
}: {
  icon: ComponentProps<typeof Icon>['name']
  title: string
  example?: keyof typeof exampleRequests
  children: ReactNode
}) {
  const { type, currency } = useMerchant()
  const origin = useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => '',
  )
  const text = example && curlOf({ origin, key: `sk_${type}_…`, ...exampleRequests[example](currency) })
  return (
    <div className={`${parts.message} ${styles.empty}`}>
      <span className={styles.icon}>
        <Icon name={icon} size={22} />
      </span>
      <strong>{title}</strong>
      {children}
      {text && (
        <div className={styles.command}>
          <p>For developers: this request creates one. Use your private key.</p>
          <Code label="Request" language="shell" text={text} />
        </div>
      )}
    </div>
  )
}

const neverChanges = () => () => {}
