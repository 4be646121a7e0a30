import Link from 'next/link'
import type { ReactNode } from 'react'
import { Pairs } from '../detail'
import styles from './panel-parts.module.css'

/** The main facts in a side panel, without those that are empty. */
export const PanelFacts = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <Pairs facts={facts} className={styles.facts} />
)

/** Related rows under a heading; `none` is shown if there are none. */
export const PanelRows = ({
  title,
  none,
  children,
}: {
  title: string
  none: string
  children: ReactNode[]
}) => (
  <section className={styles.section}>
    <h3>{title}</h3>
    {children.length > 0 ? <ul>{children}</ul> : <p className={styles.none}>{none}</p>}
  </section>
)

/** A line of a side panel: `more` is below, `end` at the right. */
export function PanelRow({
  to,
  end,
  more,
  children,
}: {
  to?: string
  end?: ReactNode
  more?: ReactNode
  children: ReactNode
}) {
  const content = (
    <>
      <span className={styles.text}>
        <span>{children}</span>
        {more && <span className={styles.more}>{more}</span>}
      </span>
      {end && <span className={styles.end}>{end}</span>}
    </>
  )
  return (
    <li>
      {to ? (
        <Link href={to} prefetch={false} className={styles.row}>
          {content}
        </Link>
      ) : (
        <span className={styles.row}>{content}</span>
      )}
    </li>
  )
}
