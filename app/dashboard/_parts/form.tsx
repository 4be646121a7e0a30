'use client'

import { type ComponentProps, useEffect, useRef } from 'react'
import { inWords, serverErrorOf } from './calls'
import { fieldErrorOf } from './flaws'
import styles from './parts.module.css'

/** Reads a field of a form, trimmed. */
export type FieldText = (name: string) => string

/**
 * A form that is handled by script. The server checks the fields. After submitting, the first field with an error
 * gets the focus: in a long form it would otherwise be out of sight.
 */
export function Form({
  submit,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit' | 'onInput' | 'noValidate' | 'ref'> & {
  submit: (text: FieldText, data: FormData) => void
}) {
  const ref = useRef<HTMLFormElement>(null)
  const isSubmitted = useRef(false)
  useEffect(() => {
    const wrong =
      isSubmitted.current && ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]:enabled')
    if (!wrong) return
    isSubmitted.current = false
    wrong.focus()
  })
  return (
    <form
      {...form}
      noValidate
      ref={ref}
      onInput={() => {
        isSubmitted.current = false
      }}
      onSubmit={(event) => {
        event.preventDefault()
        isSubmitted.current = true
        const data = new FormData(event.currentTarget)
        submit((name) => String(data.get(name) ?? '').trim(), data)
      }}
    />
  )
}

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
  const wrong = fieldErrorOf(error)
  const code = serverErrorOf(error)?.content.details?.code
  if (!problem && (!error || fields.some((name) => wrong(name)))) return null
  return (
    <p role="alert" className={styles.problem}>
      {problem ?? inWords(error)} {typeof code === 'string' && <code>{code}</code>}
    </p>
  )
}
