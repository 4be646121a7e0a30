'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import forms from '../forms.module.css'
import { sendForm } from './send-form'
import { useBusy } from './use-busy'

/**
 * A form that a script posts: a payment may lead to the bank, and the content security policy lets no form redirect
 * there. Without JavaScript the browser posts it.
 */
export function ScriptedForm({
  action,
  interrupted,
  busy,
  children,
}: {
  action: string
  /** Shown if no response arrives. */
  interrupted: string
  /** Announced while it is sent. The page then leaves, or shows a problem. */
  busy: string
  children: ReactNode
}) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useBusy()
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    try {
      const sent = await sendForm(action, Object.fromEntries(fields))
      if (sent) return window.location.assign(sent.to)
    } catch {
      setProblem(interrupted)
    }
    setBusy(false)
  }
  return (
    <form method="post" action={action} onSubmit={send} data-busy={isBusy || undefined}>
      {problem !== undefined && (
        <p role="alert" className={forms.alert}>
          {problem}
        </p>
      )}
      {children}
      <span aria-live="polite" className="visually-hidden">
        {isBusy && busy}
      </span>
    </form>
  )
}
