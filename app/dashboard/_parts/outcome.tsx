'use client'

import { inWords } from './calls'
import { wrongWith } from './flaws'
import styles from './settings.module.css'

/** What became of what was sent: a refusal that no field of the form tells, or that it was done. */
export function Outcome({
  error,
  fields = [],
  done,
}: {
  error: unknown
  /** Those that tell what is wrong with them themselves. */
  fields?: readonly string[]
  done?: string | undefined
}) {
  const wrong = wrongWith(error)
  if (error && !fields.some((name) => wrong(name))) {
    return (
      <p role="alert" className={styles.problem}>
        {inWords(error)}
      </p>
    )
  }
  return (
    <p role="status" className={styles.done}>
      {!error && done}
    </p>
  )
}
