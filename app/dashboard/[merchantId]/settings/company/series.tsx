'use client'

import { Checkbox, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '../../../_parts/calls'
import { Section } from '../../../_parts/detail'
import detail from '../../../_parts/detail.module.css'
import type { Outputs } from '../../../_parts/merchant'
import { QueryState } from '../../../_parts/query-state'
import { SavedForm } from '../../../_parts/saved-form'
import styles from '../../../_parts/settings.module.css'
import { FormSkeleton } from '../../../_parts/skeletons'
import { useToast } from '../../../_parts/toast'

type SeriesSettings = Outputs['settings']['series'][number]

const titles = { invoice: 'Receipts and invoices', 'credit-note': 'Credit notes' }

/** How documents are numbered. */
export function Series() {
  const query = useQuery(useTRPC().settings.series.queryOptions())
  return (
    <Section title="Document numbering" className={detail.section}>
      <p className={detail.about}>
        Documents are numbered without gaps, in the order in which they are issued. Numbers only go forward.
      </p>
      <QueryState
        what="The numbering"
        query={query}
        loading={<FormSkeleton what="The numbering" fields={3} />}
      >
        {(all) =>
          all.map((each) => <SeriesForm key={each.series} settings={each} readAgain={query.refetch} />)
        }
      </QueryState>
    </Section>
  )
}

interface TypedSeries {
  prefix?: string
  isYearly?: boolean
  next?: string
}

/** What was typed while something else was being saved. */
const unsaved = (typed: TypedSeries, saved: TypedSeries): TypedSeries =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => saved[name as keyof TypedSeries] !== value),
  )

/** Saves only what was typed: the next number goes up whenever a document is issued, and never back. */
function SeriesForm({
  settings: { series, prefix, isYearly, next, example },
  readAgain,
}: {
  settings: SeriesSettings
  readAgain: () => Promise<unknown>
}) {
  const toast = useToast()
  const [typed, setTyped] = useState<TypedSeries>({})
  const type = (change: TypedSeries) => setTyped((before) => ({ ...before, ...change }))
  const save = useMutation(
    useTRPC().settings.changeSeries.mutationOptions({
      onMutate: () => typed,
      onSuccess: async (_, __, saved) => {
        toast({ text: 'Numbering saved' })
        await readAgain()
        setTyped((now) => unsaved(now, saved))
      },
      onError: readAgain,
    }),
  )
  return (
    <SavedForm
      what="numbering"
      save={save}
      variant="default"
      className={styles.form}
      aria-label={titles[series]}
      submit={() => {
        const { next: number, ...change } = typed
        const isChanged = number !== undefined && number !== String(next)
        save.mutate({ series, ...change, ...(isChanged && { next: Number(number) }) })
      }}
    >
      {(fieldOf) => (
        <>
          <h3 className={styles.heading}>
            {titles[series]}, next <code>{example}</code>
          </h3>
          <div className={styles.pair}>
            <TextInput
              {...fieldOf('prefix')}
              label="Prefix"
              value={typed.prefix ?? prefix}
              onChange={({ currentTarget: { value } }) => type({ prefix: value })}
              maxLength={8}
            />
            <TextInput
              {...fieldOf('next')}
              label="Next number"
              value={typed.next ?? next}
              onChange={({ currentTarget: { value } }) => type({ next: value })}
              inputMode="numeric"
              maxLength={9}
            />
          </div>
          <Checkbox
            {...fieldOf('isYearly')}
            label="Restart at 1 each year"
            // With a hyphen that does not break the line.
            description="The number then contains the year, such as 2026‑000001."
            checked={typed.isYearly ?? isYearly}
            onChange={({ currentTarget: { checked } }) => type({ isYearly: checked })}
          />
        </>
      )}
    </SavedForm>
  )
}
