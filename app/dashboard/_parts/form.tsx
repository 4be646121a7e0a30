'use client'

import type { ComponentProps } from 'react'
import { inWords, serverErrorOf } from './calls'
import { wrongWith } from './flaws'
import styles from './parts.module.css'

/** Reads a field of a form, trimmed. */
export type FieldText = (name: string) => string

/** A form that is handled by script. The server checks the fields, unless `noValidate` is false. */
export const Form = ({
  submit,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { submit: (text: FieldText, data: FormData) => void }) => (
  <form
    noValidate
    {...form}
    onSubmit={(event) => {
      event.preventDefault()
      const data = new FormData(event.currentTarget)
      submit((name) => String(data.get(name) ?? '').trim(), data)
    }}
  />
)

/** Shows an error that none of the form's fields shows. */
export function Outcome({
  error,
  fields = [],
  problem,
}: {
  error?: unknown
  /** The fields that show their own errors. */
  fields?: readonly string[]
  /** An error that is shown instead of `error`. */
  problem?: string | undefined
}) {
  const wrong = wrongWith(error)
  const code = serverErrorOf(error)?.content.details?.code
  if (!problem && (!error || fields.some((name) => wrong(name)))) return null
  return (
    <p role="alert" className={styles.problem}>
      {problem ?? inWords(error)} {typeof code === 'string' && <code>{code}</code>}
    </p>
  )
}
