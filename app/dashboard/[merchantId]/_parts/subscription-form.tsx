'use client'

import { Button, TextInput } from '@mantine/core'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { DayField } from '../../_parts/day-field'
import { Section } from '../../_parts/detail'
import { flawsIn, useErrorUntilEdit } from '../../_parts/flaws'
import { Form, Outcome } from '../../_parts/form'
import type { Draft } from './draft'
import styles from './form.module.css'
import { ItemsFields } from './items-fields'
import type { KeptTerms, Plan } from './plan'
import { Preview, usePlan } from './preview'
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
  children,
}: {
  from: Draft
  kept?: KeptTerms
  /** The path of the subscription in the procedure's input. Errors name properties with this prefix. */
  prefix: string
  error: unknown
  pending: boolean
  save: (draft: Draft, plan: Plan) => void
  /** Returns the text of the submit button. */
  act: (plan: Plan) => string
  back: string
  children?: ReactNode
}) {
  const [draft, setDraft] = useState(from)
  // After the first press, empty fields are marked.
  const [isTried, setTried] = useState(false)
  const { fresh, change: changed } = useErrorUntilEdit(error)
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
      <Form
        className={styles.form}
        submit={() => {
          setTried(true)
          if (!pending && plan.amount !== undefined) save(draft, plan)
        }}
      >
        <Section title="Items" className={styles.group}>
          <ItemsFields draft={draft} change={change} at={at} isTried={isTried} />
        </Section>
        <Section title="Schedule" className={styles.group}>
          <ScheduleFields draft={draft} change={change} error={schedule} />
          <div className={styles.fields}>
            <DayField
              label="Start"
              value={draft.start}
              change={(start) => change({ start })}
              error={at('start')}
            />
            <DayField
              label="End (optional)"
              value={draft.end}
              change={(end) => change({ end })}
              description="The last day on which a payment can be due."
              error={at('end')}
            />
          </div>
        </Section>
        <Section title="Your system" className={styles.group}>
          <div className={styles.fields}>
            <Field label="Number (optional)" name="number" {...{ draft, change, at }} />
            <Field
              type="url"
              label="Callback address (optional)"
              name="callback"
              {...{ draft, change, at }}
            />
          </div>
        </Section>
        {children}
        {fresh !== null && (
          <Outcome
            problem={
              rest ??
              `${prefix === 'plan.' ? 'Not everything' : 'Nothing'} was saved. Correct the marked fields and try again.`
            }
          />
        )}
        <div className={styles.buttons}>
          <Button type="submit" loading={pending}>
            {act(plan)}
          </Button>
          <Button component={Link} href={back} variant="default">
            Cancel
          </Button>
        </div>
      </Form>
      <Preview plan={plan} draft={draft} />
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
  name: 'number' | 'callback'
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
