'use client'

import Link from 'next/link'
import { type ReactNode, useId } from 'react'
import styles from './detail.module.css'
import { useMerchant } from './merchant'

/** The head of an object's page: a link to its list, title, state and actions. `path` is relative to the merchant's. */
export function DetailHead({
  up,
  title,
  state,
  about,
  children,
}: {
  up: { path: string; name: string }
  title: ReactNode
  /** Shown beside the title. */
  state?: ReactNode
  about?: ReactNode
  children?: ReactNode
}) {
  const { base } = useMerchant()
  return (
    <>
      <p className={styles.up}>
        <Link href={base + up.path}>{up.name}</Link>
      </p>
      <header className={styles.head} data-width="detail">
        <div>
          <div className={styles.title}>
            <h1>{title}</h1>
            {state}
          </div>
          {about && <p className={styles.name}>{about}</p>}
        </div>
        {children}
      </header>
    </>
  )
}

/** A part of a page under its heading. */
export function Section({
  title,
  className,
  children,
}: {
  title: ReactNode
  className?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** The details of an object, shown next to its activity: names and values, without those that are empty. */
export const Facts = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <Section title="Details">
    <Pairs facts={facts} className={styles.facts} />
  </Section>
)

/** Names and values, without those that are empty. */
export const Pairs = ({
  facts,
  className,
}: {
  facts: Record<string, ReactNode>
  className: string | undefined
}) => (
  <dl className={className}>
    {Object.entries(facts).map(
      ([name, value]) =>
        value && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)

/** A relative time, with the exact time on hover and a date on paper. */
export function Moment({ at, className }: { at: Date; className?: string | undefined }) {
  const { when, exactly, onPaper } = useMerchant()
  return (
    <time dateTime={at.toISOString()} title={exactly(at)} data-paper={onPaper(at)} className={className}>
      {when(at)}
    </time>
  )
}
