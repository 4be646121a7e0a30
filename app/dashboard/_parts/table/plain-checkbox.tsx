import type { ReactNode } from 'react'
import styles from './plain-checkbox.module.css'

/** A checkbox of the browser. Fifty of Mantine's on a page took a quarter of the time of its scripts. */
export const PlainCheckbox = ({
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
  <label className={styles.label}>
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
