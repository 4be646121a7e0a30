'use client'

import { Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { Section } from '../../../_parts/detail'
import detail from '../../../_parts/detail.module.css'
import { wrongWith } from '../../../_parts/flaws'
import { Form, Outcome } from '../../../_parts/form'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { QueryState } from '../../../_parts/query-state'
import styles from '../../../_parts/settings.module.css'
import { FormSkeleton } from '../../../_parts/skeletons'
import { useToast } from '../../../_parts/toast'

type SeriesSettings = Outputs['settings']['series'][number]

const titles = { invoice: 'Receipts and invoices', 'credit-note': 'Credit notes' }

/** How documents are numbered. */
export function Series() {
  const query = useQuery(useTRPC().settings.series.queryOptions())
  return (
    <Section title="Numbers" className={detail.section}>
      <p className={detail.about}>
        Documents are numbered without gaps, in the order in which they are issued. Numbers only go forward.
      </p>
      <QueryState what="The numbers" query={query} loading={<FormSkeleton what="The numbers" fields={3} />}>
        {(all) => all.map((each) => <SeriesForm key={`${each.series} ${each.example}`} settings={each} />)}
      </QueryState>
    </Section>
  )
}

function SeriesForm({ settings: { series, prefix, isYearly, next, example } }: { settings: SeriesSettings }) {
  const { may } = useMerchant()
  const toast = useToast()
  const save = useMutation(
    useTRPC().settings.changeSeries.mutationOptions({ onSuccess: () => toast({ text: 'Numbers saved' }) }),
  )
  const wrong = wrongWith(save.error)
  const disabled = !may('admin')
  return (
    <Form
      className={styles.form}
      aria-label={titles[series]}
      submit={(text, data) =>
        save.mutate({
          series,
          prefix: text('prefix'),
          isYearly: data.has('isYearly'),
          next: Number(text('next')),
        })
      }
      onChange={() => save.isIdle || save.reset()}
    >
      <h3 className={styles.heading}>
        {titles[series]}, next <code>{example}</code>
      </h3>
      <div className={styles.pair}>
        <TextInput
          name="prefix"
          label="Prefix"
          defaultValue={prefix}
          error={wrong('prefix')}
          disabled={disabled}
          maxLength={8}
        />
        <TextInput
          name="next"
          label="Next number"
          defaultValue={next}
          error={wrong('next')}
          disabled={disabled}
          inputMode="numeric"
          maxLength={9}
        />
      </div>
      <Checkbox
        name="isYearly"
        label="Restart at 1 each year"
        description="The number then contains the year, such as 2026-000001."
        defaultChecked={isYearly}
        disabled={disabled}
      />
      <Outcome error={save.error} fields={['prefix', 'next']} />
      {!disabled && (
        <Button type="submit" variant="default" loading={save.isPending} w="fit-content">
          Save numbers
        </Button>
      )}
    </Form>
  )
}
