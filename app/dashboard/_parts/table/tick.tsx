import type { ReactNode } from 'react'
import styles from './tick.module.css'

/** Selects a row, or all of them. A page has fifty: as components of Mantine, they took a third of its scripts. */
export const Tick = ({
  label,
  isChecked,
  isPartial = false,
  toggle,
  children,
}: {
  label: string
  isChecked: boolean
  isPartial?: boolean
  toggle: () => void
  children?: ReactNode
}) => (
  <label className={styles.tick}>
    <input
      type="checkbox"
      ref={(input) => {
        if (input) input.indeterminate = isPartial
      }}
      aria-label={label}
      checked={isChecked}
      onChange={toggle}
    />
    {children}
  </label>
)
