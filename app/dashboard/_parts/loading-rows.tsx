import { Skeleton } from '@mantine/core'
import styles from './loading-rows.module.css'

/** The minimum height of a row, in pixels. */
export const heightOfRow = 44

/** Placeholder rows with the height of real ones. `what`: "Orders". */
export const Loading = ({ what, rows = 10 }: { what: string; rows?: number }) => (
  <div role="status" aria-label={`Loading ${what.toLowerCase()}`}>
    {Array.from({ length: rows }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike, and stay where they are
      <div key={place} className={styles.row}>
        <Skeleton height={16} />
      </div>
    ))}
  </div>
)
