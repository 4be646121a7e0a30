'use client'

import { Button, TextInput } from '@mantine/core'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { flawsIn, useFresh } from '../../_parts/flaws'
import { Coming, type Kept, type Plan, usePlan } from './coming'
import type { Draft } from './draft'
import styles from './form.module.css'
import { ItemsFields } from './items-fields'
import { ScheduleFields } from './schedule-fields'

const fields = [
  /^items(\[\d+\](\.(name|price|vat|quantity))?)?$/,
  /^(currency|start|end|number|callback)$/,
  /^schedule/,
]

/** A subscription form with a live preview of its dates and amounts. */
export function SubscriptionForm({
  from,
  kept,
  prefix,
  error,
  pending,
  save,
  act,
  back,
  keep = 'Cancel',
  children,
}: {
  from: Draft
  kept?: Kept
  /** The path of the subscription in the procedure's input. Errors name properties with this prefix. */
  prefix: string
  error: unknown
  pending: boolean
  save: (draft: Draft) => void
  /** Returns the text of the submit button. */
  act: (plan: Plan) => string
  back: string
  /** The text of the link that leaves without saving. */
  keep?: string
  children?: ReactNode
}) {
  const [draft, setDraft] = useState(from)
  const { fresh, change: changed } = useFresh(error)
  const change = (part: Partial<Draft>) => {
    changed()
    setDraft((before) => ({ ...before, ...part }))
  }
  const plan = usePlan(draft, kept)
  const { at, rest } = flawsIn(fresh, prefix, fields)
  const schedule =
    at('schedule') ?? at('schedule.offset') ?? at('schedule.offset[0]') ?? at('schedule.offset[1]')
  return (
    <div className={styles.columns}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) save(draft)
        }}
      >
        <section className={styles.group} aria-labelledby="what">
          <h2 id="what">Items</h2>
          <ItemsFields draft={draft} change={change} at={at} />
        </section>
        <section className={styles.group} aria-labelledby="when">
          <h2 id="when">Schedule</h2>
          <ScheduleFields draft={draft} change={change} error={schedule} />
          <div className={styles.fields}>
            <Field type="date" label="Start" name="start" {...{ draft, change, at }} />
            <Field type="date" label="End (optional)" name="end" {...{ draft, change, at }} />
          </div>
        </section>
        <section className={styles.group} aria-labelledby="yours">
          <h2 id="yours">Your system</h2>
          <div className={styles.fields}>
            <Field label="Number (optional)" name="number" {...{ draft, change, at }} />
            <Field
              type="url"
              label="Callback address (optional)"
              name="callback"
              {...{ draft, change, at }}
            />
          </div>
        </section>
        {children}
        {rest && (
          <p role="alert" className={styles.problem}>
            {rest}
          </p>
        )}
        {fresh !== null && !rest && (
          <p role="alert" className={styles.problem}>
            Nothing was saved. Correct the marked fields and try again.
          </p>
        )}
        <div className={styles.buttons}>
          <Button type="submit" loading={pending}>
            {act(plan)}
          </Button>
          <Button component={Link} href={back} variant="default">
            {keep}
          </Button>
        </div>
      </form>
      <Coming plan={plan} draft={draft} />
    </div>
  )
}

function Field({
  label,
  name,
  type = 'text',
  draft,
  change,
  at,
}: {
  label: string
  name: 'start' | 'end' | 'number' | 'callback'
  type?: string
  draft: Draft
  change: (part: Partial<Draft>) => void
  at: (property: string) => string | undefined
}) {
  return (
    <TextInput
      label={label}
      type={type}
      value={draft[name]}
      maxLength={2000}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      error={at(name)}
    />
  )
}
