'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { NewMerchant } from '@/server/merchant/create-merchant'
import { Choice, type ChoiceOf } from '../_parts/signin/choice'
import { Field } from '../_parts/signin/field'
import { enter, type Problem, send } from '../_parts/signin/send'
import styles from '../_parts/signin/signin.module.css'

interface Choices {
  countries: ChoiceOf[]
  currencies: string[]
  timeZones: string[]
}

/** Creates the first owner and merchant, signs in and shows the keys. */
export function StartForm({ countries, currencies, timeZones }: Choices) {
  const [problem, setProblem] = useState<Problem>()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<NewMerchant>()
  const form = useRef<HTMLFormElement>(null)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const zone = form.current?.elements.namedItem('timeZone')
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (zone instanceof HTMLSelectElement && timeZones.includes(here)) zone.value = here
    setReady(true)
  }, [timeZones])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(undefined)
    const answer = await send<NewMerchant>('/start/make', given)
    if ('done' in answer) {
      await enter(answer.done.email, String(given.get('password')))
      return setMade(answer.done)
    }
    setProblem(answer.problem)
    setBusy(false)
  }

  if (made) return <Made made={made} />
  const wrong = (name: string) => (problem?.property === name ? problem.description : undefined)
  const names = ['name', 'country', 'currency', 'timeZone', 'type', 'email', 'password']
  return (
    <form ref={form} method="post" onSubmit={submit} className={styles.form}>
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
      <button type="submit" className={styles.action} disabled={busy || !ready}>
        {busy ? 'Setting up…' : 'Set up Kassa'}
      </button>
    </form>
  )
}

const Made = ({ made }: { made: NewMerchant }) => (
  <div role="status" className={styles.form}>
    <p className={styles.about}>
      Kassa is set up, and you are signed in. Copy the private key and the signing secret now: you will not be
      able to see them again. Store them where only your systems can read them.
    </p>
    <dl className={styles.keys}>
      <dt>Public key</dt>
      <dd>{made.publicKey}</dd>
      <dt>Private key</dt>
      <dd>{made.privateKey}</dd>
      <dt>Callback signing secret</dt>
      <dd>{made.signingSecret}</dd>
    </dl>
    <a href={`/dashboard/${made.merchant}`} className={styles.action}>
      Go to the dashboard
    </a>
  </div>
)
