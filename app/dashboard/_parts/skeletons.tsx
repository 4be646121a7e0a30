import { Skeleton } from '@mantine/core'
import styles from './skeletons.module.css'

/** Placeholder for a form: its labels and fields. `what`: "The settings". */
export const FormSkeleton = ({ what, fields = 5 }: { what: string; fields?: number }) => (
  <div role="status" aria-label={`Loading ${what.toLowerCase()}`} className={styles.form}>
    {Array.from({ length: fields }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike, and stay where they are
      <div key={place} className={styles.field}>
        <Skeleton height={14} width={96} />
        <Skeleton height={36} />
      </div>
    ))}
    <Skeleton height={36} width={96} />
  </div>
)

/** Placeholder for an order, an account …: its head, its activity at the left and its details at the right. */
export const DetailSkeleton = ({ what }: { what: string }) => (
  <div role="status" aria-label={`Loading ${what.toLowerCase()}`} className={styles.detail}>
    <div className={styles.head}>
      <Skeleton height={14} width={64} />
      <Skeleton height={28} width={220} />
      <Skeleton height={16} width={300} maw="100%" />
    </div>
    <div className={styles.columns}>
      <Lines count={8} />
      <Lines count={6} />
    </div>
  </div>
)

const Lines = ({ count }: { count: number }) => (
  <div className={styles.lines}>
    <Skeleton height={16} width={96} />
    {Array.from({ length: count }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike, and stay where they are
      <Skeleton key={place} height={16} />
    ))}
  </div>
)

/** Placeholder for the preview of a mail: its logo, text and button. */
export const MailSkeleton = () => (
  <div role="status" aria-label="Loading the preview" className={styles.mail}>
    <Skeleton height={32} width={120} />
    <Skeleton height={28} width="60%" />
    <Lines count={3} />
    <Skeleton height={44} width={160} />
  </div>
)
