'use client'

import { useEffect, useRef, useState } from 'react'
import type { NewMerchant } from '@/server/merchant/create-merchant'
import { Choice, type ChoiceOf } from '../_parts/signin/choice'
import { Field } from '../_parts/signin/field'
import styles from '../_parts/signin/signin.module.css'
import { enter, useSubmit } from '../_parts/signin/use-submit'

interface Choices {
  countries: ChoiceOf[]
  currencies: string[]
  timeZones: string[]
}

/** Creates the first owner and merchant, signs in and shows the keys. */
export function StartForm({ countries, currencies, timeZones }: Choices) {
  const [created, setCreated] = useState<NewMerchant>()
  const { problem, isBusy, disabled, onSubmit } = useSubmit<NewMerchant>(
    '/start/create',
    async (result, data) => {
      await enter(result.email, data)
      setCreated(result)
    },
  )
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const zone = form.current?.elements.namedItem('timeZone')
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (zone instanceof HTMLSelectElement && timeZones.includes(here)) zone.value = here
  }, [timeZones])
  if (created) return <Keys merchant={created} />
  const wrong = (name: string) => (problem?.property === name ? problem.description : undefined)
  const names = ['name', 'country', 'currency', 'timeZone', 'type', 'email', 'password']
  return (
    <form ref={form} method="post" onSubmit={onSubmit} className={styles.form}>
      <p className={styles.about}>
        This installation has no users yet. Create the first merchant and become its owner.
      </p>
      <Field
        label="Business name"
        hint="The name your customers know."
        name="name"
        autoComplete="organization"
        problem={wrong('name')}
        required
      />
      <Choice label="Country" name="country" choices={countries} preset="SE" />
      <Choice label="Time zone" name="timeZone" choices={timeZones} preset="Europe/Stockholm" />
      <Choice label="Currency" name="currency" choices={currencies} preset="SEK" />
      <Choice
        label="Type"
        name="type"
        choices={[
          { value: 'test', label: 'Test, no real money' },
          { value: 'live', label: 'Live' },
        ]}
        preset="test"
      />
      <Field
        label="Your e-mail address"
        name="email"
        type="email"
        autoComplete="username"
        maxLength={320}
        problem={wrong('email')}
        required
      />
      <Field
        label="Password"
        hint="At least 10 characters."
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={10}
        problem={wrong('password')}
        required
      />
      <p role="alert" className={styles.refusal}>
        {problem && !names.includes(problem.property ?? '') && problem.description}
      </p>
      <button type="submit" className={styles.action} disabled={disabled}>
        {isBusy ? 'Setting up…' : 'Set up Kassa'}
      </button>
    </form>
  )
}

const Keys = ({ merchant }: { merchant: NewMerchant }) => (
  <div role="status" className={styles.form}>
    <p className={styles.about}>
      Kassa is set up, and you are signed in. Copy the private key and the signing secret now: you will not be
      able to see them again. Store them where only your systems can read them.
    </p>
    <dl className={styles.keys}>
      <dt>Public key</dt>
      <dd>{merchant.publicKey}</dd>
      <dt>Private key</dt>
      <dd>{merchant.privateKey}</dd>
      <dt>Callback signing secret</dt>
      <dd>{merchant.signingSecret}</dd>
    </dl>
    <a href={`/dashboard/${merchant.merchant}`} className={styles.action}>
      Go to the dashboard
    </a>
  </div>
)
