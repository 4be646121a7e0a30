import type { ComponentProps } from 'react'
import styles from './signin.module.css'

/** An input with a label, and a hint or an error. */
export function Field({
  label,
  hint,
  problem,
  ...input
}: ComponentProps<'input'> & {
  name: string
  label: string
  hint?: string | undefined
  problem?: string | undefined
}) {
  const about = `${input.name}-about`
  return (
    <div className={styles.field}>
      <label htmlFor={input.name}>{label}</label>
      <input
        id={input.name}
        maxLength={500}
        aria-describedby={hint || problem ? about : undefined}
        aria-invalid={problem ? true : undefined}
        {...input}
      />
      {(hint || problem) && (
        <p id={about} role={problem ? 'alert' : undefined} className={problem ? styles.refusal : styles.hint}>
          {problem ?? hint}
        </p>
      )}
    </div>
  )
}
