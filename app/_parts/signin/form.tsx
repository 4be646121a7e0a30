'use client'

import { signIn } from 'next-auth/react'
import { type FormEvent, useRef, useState } from 'react'
import { Field } from './field'
import { codeIsNeeded, refusalInWords } from './refusal'
import styles from './signin.module.css'
import { useReady } from './use-submit'

/** Asks for the e-mail address and password, then for a code if the user has two-step sign-in. */
export function SignInForm({ to, email }: { to: string; email?: string }) {
  const [refusal, setRefusal] = useState<string>()
  const isReady = useReady()
  const [isBusy, setBusy] = useState(false)
  const [asksForCode, setAsksForCode] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    setBusy(true)
    setRefusal(undefined)
    try {
      const response = await signIn('credentials', {
        email: String(given.get('email')),
        password: String(given.get('password')),
        ...(asksForCode && { code: String(given.get('code')) }),
        redirect: false,
      })
      if (response?.ok) return continueTo(to)
      if (codeIsNeeded(response?.error ?? '')) setAsksForCode(true)
      else setRefusal(refusalInWords(response?.error ?? ''))
    } catch {
      // The network or the server is down; the input is not the problem.
      setRefusal('Kassa could not be reached. Check your connection and try again.')
    }
    setBusy(false)
    form.current?.querySelector<HTMLInputElement>(asksForCode ? '#code' : '#password')?.select()
  }

  return (
    // POST even without the script, so that the password never ends up in a URL.
    <form ref={form} method="post" onSubmit={submit} className={styles.form}>
      {/* Hidden, not removed, while asking for the code: the values are sent with it, and password managers see them. */}
      <div className={styles.form} hidden={asksForCode}>
        <Field
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          maxLength={320}
          defaultValue={email}
          readOnly={email !== undefined}
          required
        />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      </div>
      {asksForCode && <CodeField />}
      <p role="alert" className={styles.refusal}>
        {refusal}
      </p>
      <button type="submit" className={styles.action} disabled={isBusy || !isReady}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </button>
      {asksForCode && (
        <button
          type="button"
          className={styles.quiet}
          onClick={() => {
            setAsksForCode(false)
            setRefusal(undefined)
          }}
        >
          Back to password
        </button>
      )}
    </form>
  )
}

/** Reloads the page if it is the destination, since its content has changed. */
function continueTo(to: string): void {
  if (to === window.location.pathname) window.location.reload()
  else window.location.assign(to)
}

function CodeField() {
  const [recovery, setRecovery] = useState(false)
  return (
    <>
      {recovery ? (
        <Field
          key="recovery"
          label="Recovery code"
          hint="One of the ten codes shown when you turned on two-step sign-in. Each code works once."
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
        />
      ) : (
        <Field
          key="app"
          label="Code"
          hint="The six-digit code for Kassa in your authenticator app."
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          required
        />
      )}
      <button type="button" className={styles.quiet} onClick={() => setRecovery(!recovery)}>
        {recovery ? 'Use authenticator app' : 'Use recovery code'}
      </button>
    </>
  )
}
