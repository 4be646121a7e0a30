'use client'

import type { ReactNode } from 'react'
import { useMerchant } from './merchant'
import styles from './parts.module.css'

/** The details of an object, shown next to its activity. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <section aria-labelledby="facts">
    <h2 id="facts">Details</h2>
    <dl className={styles.facts}>{children}</dl>
  </section>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** A relative time with the exact time on hover. */
export function Moment({ at, className }: { at: Date; className?: string | undefined }) {
  const { when, exactly } = useMerchant()
  return (
    <time dateTime={at.toISOString()} title={exactly(at)} className={className}>
      {when(at)}
    </time>
  )
}
