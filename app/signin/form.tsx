'use client'

import { signIn } from 'next-auth/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { refusalInWords } from './refusal'
import styles from './signin.module.css'

/** Asks for e-mail address and password, as password managers know it. */
export function SignInForm({ to }: { to: string }) {
  const [refusal, setRefusal] = useState<string>()
  // Until the script is there the form could only be posted to nobody, and what was typed would be lost.
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const [busy, setBusy] = useState(false)
  const password = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    setBusy(true)
    setRefusal(undefined)
    try {
      const answer = await signIn('credentials', {
        email: String(given.get('email')),
        password: String(given.get('password')),
        redirect: false,
      })
      if (answer?.ok) return window.location.assign(to)
      setRefusal(refusalInWords(answer?.error ?? '', Date.now()))
    } catch {
      // The network, or a server that is away: nothing that whoever signs in has done.
      setRefusal('Kassa could not be reached. Check your connection and try again.')
    }
    setBusy(false)
    password.current?.select()
  }

  return (
    // By post, whatever happens: a password must never stand in an address.
    <form method="post" onSubmit={submit} className={styles.form}>
      <div className={styles.field}>
        <label htmlFor="email">E-mail address</label>
        <input id="email" name="email" type="email" autoComplete="username" maxLength={320} required />
      </div>
      <div className={styles.field}>
        <label htmlFor="password">Password</label>
        <input
          ref={password}
          id="password"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={500}
          required
        />
      </div>
      <p role="alert" className={styles.refusal}>
        {refusal}
      </p>
      <button type="submit" className={styles.action} disabled={busy || !ready}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  )
}
