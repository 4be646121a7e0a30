'use client'

import { type FormEvent, useEffect, useState } from 'react'
import { NewPassword } from './new-password'
import { enter, type Problem, send } from './send'
import styles from './signin.module.css'

/** A new user chooses a password, joins and is signed in. */
export function JoinAnew({ invitationKey, email }: { invitationKey: string; email: string }) {
  const [problem, setProblem] = useState<Problem>()
  const [busy, setBusy] = useState(false)
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(undefined)
    const answer = await send<{ merchantId: string }>('/signin/join/anew', given)
    if ('done' in answer) {
      await enter(email, String(given.get('password')))
      return window.location.assign(`/dashboard/${answer.done.merchantId}`)
    }
    setProblem(answer.problem)
    setBusy(false)
  }

  return (
    <form method="post" onSubmit={submit} className={styles.form}>
      <input type="hidden" name="key" value={invitationKey} />
      <NewPassword email={email} problem={problem?.property === 'password'} />
      <p role="alert" className={styles.refusal}>
        {problem && problem.property !== 'password' && problem.description}
      </p>
      <button type="submit" className={styles.action} disabled={busy || !ready}>
        {busy ? 'Joining…' : 'Join'}
      </button>
    </form>
  )
}
