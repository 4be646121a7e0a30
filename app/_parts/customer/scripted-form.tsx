'use client'

import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import forms from '../forms.module.css'
import { sendForm } from './send-form'

/**
 * A form that a script posts: a payment may lead to the bank, and the content security policy lets no form redirect
 * there. Without JavaScript the browser posts it.
 */
export function ScriptedForm({
  action,
  interrupted,
  children,
}: {
  action: string
  /** Shown if no response arrives. */
  interrupted: string
  children: ReactNode
}) {
  const [problem, setProblem] = useState<string>()
  const isBusy = useRef(false)
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy.current) return
    isBusy.current = true
    setProblem(undefined)
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    try {
      const sent = await sendForm(action, Object.fromEntries(fields))
      if (sent) return window.location.assign(sent.to)
    } catch {
      setProblem(interrupted)
    }
    isBusy.current = false
  }
  return (
    <form method="post" action={action} onSubmit={send}>
      {problem !== undefined && (
        <p role="alert" className={forms.alert}>
          {problem}
        </p>
      )}
      {children}
    </form>
  )
}
