import { Skeleton } from '@mantine/core'
import Link from 'next/link'
import styles from './home.module.css'

/** A figure with its name and a note, linked to the list it counts. */
export const Figure = ({
  name,
  value,
  note,
  to,
}: {
  name: string
  value: string | undefined
  note?: string | undefined
  /** The list it counts. */
  to?: string | undefined
}) => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    <dd>
      {value === undefined ? <Skeleton height={24} width={120} /> : <Value to={to}>{value}</Value>}
      {note && <span>{note}</span>}
    </dd>
  </div>
)

const Value = ({ to, children }: { to: string | undefined; children: string }) =>
  to ? (
    <Link href={to} prefetch={false}>
      {children}
    </Link>
  ) : (
    <strong>{children}</strong>
  )
