'use client'

import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react'
import { Code } from '@/app/_parts/code'
import { curlOf } from './curl'
import styles from './empty-list.module.css'
import { Icon } from './icons'
import { useMerchant } from './merchant'
import parts from './parts.module.css'

/** An empty list: what it is for, what to do, and the request that would fill it, for developers. */
export function EmptyList({
  icon,
  title,
  command,
  children,
}: {
  icon: ComponentProps<typeof Icon>['name']
  title: string
  command?: { path: string; body: object }
  children: ReactNode
}) {
  const { type } = useMerchant()
  const origin = useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => '',
  )
  const text = command && curlOf({ origin, key: `sk_${type}_…`, ...command })
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
