'use client'

import { inWords } from './calls'
import { wrongWith } from './flaws'
import styles from './settings.module.css'

/** Shows that a form was saved, or an error that none of its fields shows. */
export function Outcome({
  error,
  fields = [],
  done,
}: {
  error: unknown
  /** The fields that show their own errors. */
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
