'use client'

import { Button, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { type CardLimits, cardLimitNames, usualCardLimits } from '@/server/model/card/limits'
import { useTRPC } from '../../../_parts/calls'
import { Answered } from '../../../_parts/face'
import { wrongWith } from '../../../_parts/flaws'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { Outcome } from '../../../_parts/outcome'
import styles from '../../../_parts/settings.module.css'

type Settings = Outputs['settings']['get']

/** Limits for public keys, which anyone can read in the source of a shop's pages. */
export function SecuritySettings() {
  const trpc = useTRPC()
  const { may } = useMerchant()
  const asked = useQuery(trpc.settings.get.queryOptions())
  return (
    <>
      <h1>Security</h1>
      <p className={styles.about}>
        Public keys are visible to everyone who visits your shop. These limits keep strangers from misusing
        them. Private keys are not limited.{!may('admin') && ' Only admins and owners can change this.'}
      </p>
      <CardAttempts />
      <Answered what="The settings" query={asked} loading={<Skeleton height={480} mt={24} maw={440} />}>
        {(data) => <Form settings={data} />}
      </Answered>
    </>
  )
}

/** The numbers of declined cards and refused attempts in the last hour. */
function CardAttempts() {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.settings.cardAttempts.queryOptions())
  if (!data) return null
  const { declined, refused } = data
  return (
    <p className={styles.about} role="status">
      {`In the last hour, ${counted(declined, 'card was', 'cards were')} declined and ${counted(refused, 'attempt was', 'attempts were')} refused.`}
    </p>
  )
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const groups = [
  {
    legend: 'Cards entered per minute',
    limits: {
      'Per source address': 'cardsPerSource',
      'Per key': 'cardsPerKey',
      'Whole shop': 'cardsPerMerchant',
    },
  },
  {
    legend: 'Declined cards per hour',
    limits: {
      'Per source address': 'declinesPerSource',
      'Per key': 'declinesPerKey',
      'Whole shop': 'declinesPerMerchant',
    },
  },
] as const

const fields = ['callbackHosts', ...cardLimitNames.map((name) => `cardLimits.${name}`)]

function Form({ settings }: { settings: Settings }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { may } = useMerchant()
  const save = useMutation(
    trpc.settings.change.mutationOptions({ onSuccess: () => queries.invalidateQueries() }),
  )
  const wrong = wrongWith(save.error)
  const disabled = !may('admin')
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    save.mutate({
      callbackHosts: text('callbackHosts')
        .split(/[\s,]+/)
        .filter(Boolean),
      cardLimits: Object.fromEntries(
        cardLimitNames.map((name) => {
          const limit = Number(text(name))
          return [name, text(name) === '' || limit === usualCardLimits[name] ? null : limit]
        }),
      ),
    })
  }
  const limit = (label: string, name: keyof CardLimits) => (
    <TextInput
      key={name}
      label={label}
      name={name}
      inputMode="numeric"
      placeholder={String(usualCardLimits[name])}
      defaultValue={settings.cardLimits[name]}
      maxLength={7}
      error={wrong(`cardLimits.${name}`)}
      disabled={disabled}
    />
  )
  return (
    <form noValidate className={styles.form} onSubmit={submit} onChange={() => save.isIdle || save.reset()}>
      {groups.map(({ legend, limits }) => (
        <fieldset key={legend} className={styles.group}>
          <legend>{legend}</legend>
          {Object.entries(limits).map(([label, name]) => limit(label, name))}
        </fieldset>
      ))}
      <p className={styles.about}>
        Above a limit, further attempts with a public key are refused until the minute or hour has passed.
        Leave a field empty to use the default.
      </p>
      <Textarea
        label="Hosts for callbacks"
        description="Hosts to which orders created with a public key may send their events, one per line, such as shop.example or shop.example:8443. The hosts of your own callback addresses are always allowed."
        name="callbackHosts"
        defaultValue={settings.callbackHosts.join('\n')}
        autosize
        minRows={2}
        error={wrong('callbackHosts')}
        disabled={disabled}
      />
      <Outcome error={save.error} fields={fields} done={save.isSuccess ? 'Saved.' : undefined} />
      {!disabled && (
        <Button type="submit" loading={save.isPending} w="fit-content">
          Save settings
        </Button>
      )}
    </form>
  )
}
