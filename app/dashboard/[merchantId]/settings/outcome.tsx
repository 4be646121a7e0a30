'use client'

import { inWords, toldOf } from '../../_parts/calls'
import styles from './settings.module.css'

/** What is wrong with the field of a form that was refused, by its name in the interface. */
export const wrongWith =
  (error: unknown) =>
  (name: string): string | undefined => {
    const content = toldOf(error)?.content
    return content?.property === name || content?.property?.startsWith(`${name}[`)
      ? content.description
      : undefined
  }

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
