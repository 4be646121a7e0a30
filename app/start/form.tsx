'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { NewMerchant } from '@/server/merchant/merchant'
import { Choice, type ChoiceOf } from '../_parts/signin/choice'
import { Field } from '../_parts/signin/field'
import { enter, type Problem, send } from '../_parts/signin/send'
import styles from '../_parts/signin/signin.module.css'

interface Choices {
  countries: ChoiceOf[]
  currencies: string[]
  timeZones: string[]
}

/** Makes the first owner and the first merchant, signs in, and shows the keys. */
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
        Nobody can sign in here yet. Whoever fills this in becomes the owner of the first merchant.
      </p>
      <Field
        label="Name of the business"
        hint="What your customers know you by."
        name="name"
        autoComplete="organization"
        problem={wrong('name')}
        required
      />
      <Choice label="Country" name="country" choices={countries} preset="SE" />
      <Choice label="Time zone" name="timeZone" choices={timeZones} preset="Europe/Stockholm" />
      <Choice label="Currency" name="currency" choices={currencies} preset="SEK" />
      <Choice
        label="Kind"
        name="type"
        choices={[
          { value: 'test', label: 'Test: to try things out' },
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
        hint="10 characters or more."
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
      It is set up, and you are signed in. These are the keys of your merchant. The private key and the
      signing secret are shown this once: keep them where only your systems see them.
    </p>
    <dl className={styles.keys}>
      <dt>Public key</dt>
      <dd>{made.publicKey}</dd>
      <dt>Private key</dt>
      <dd>{made.privateKey}</dd>
      <dt>Signing secret of callbacks</dt>
      <dd>{made.signingSecret}</dd>
    </dl>
    <a href={`/dashboard/${made.merchant}`} className={styles.action}>
      Go to the dashboard
    </a>
  </div>
)
