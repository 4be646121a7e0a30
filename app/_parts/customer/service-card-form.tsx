'use client'

import { type FormEvent, useRef, useState } from 'react'
import forms from '../forms.module.css'
import styles from './form.module.css'
import { sendForm } from './send-form'
import { type FieldsOfService, ServiceFields, type ServiceFieldsHandle } from './service-fields'
import { useBusy } from './use-busy'

/** A form with a card service's own fields. The service gets the card, and our server its reference. */
export function ServiceCardForm({
  action,
  hidden = {},
  of,
  problem: first,
  texts,
}: {
  action: string
  /** Hidden fields: what the form was shown for. */
  hidden?: Readonly<Record<string, string>> | undefined
  of: FieldsOfService
  problem: string | undefined
  texts: Record<
    | 'card'
    | 'loading'
    | 'notLoaded'
    | 'tryAgain'
    | 'noScript'
    | 'noResponse'
    | 'unknown'
    | 'offline'
    | 'button'
    | 'busy',
    string
  >
}) {
  const fields = useRef<ServiceFieldsHandle>(null)
  const [problem, setProblem] = useState(first)
  const [flaw, setFlaw] = useState<string>()
  const [isBusy, setBusy] = useBusy()

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !fields.current) return
    setProblem(undefined)
    setFlaw(undefined)
    setBusy(true)
    const outcome = await sent(fields.current)
    if (outcome === 'left') return
    setBusy(false)
    setProblem(outcome.problem)
    setFlaw(outcome.flaw)
    if (outcome.flaw !== undefined) fields.current?.focus()
  }

  async function sent(mounted: ServiceFieldsHandle): Promise<'left' | { problem?: string; flaw?: string }> {
    if (!navigator.onLine) return { problem: texts.offline }
    const entered = await mounted.enter().catch(() => ({ status: 'no response' as const }))
    if ('problem' in entered) return { flaw: entered.problem }
    if ('status' in entered) {
      return { problem: entered.status === 'not loaded' ? texts.notLoaded : texts.noResponse }
    }
    try {
      const sent = await sendForm(action, { reference: entered.reference, ...hidden })
      if (!sent) return { problem: texts.offline }
      if (sent.problem) return { problem: sent.problem.text }
      window.location.assign(sent.to)
      return 'left'
    } catch {
      return { problem: texts.unknown }
    }
  }

  return (
    <form onSubmit={send} className={styles.form}>
      <noscript>
        <p className={forms.alert}>{texts.noScript}</p>
      </noscript>
      {problem !== undefined && (
        <p role="alert" className={forms.alert}>
          {problem}
        </p>
      )}
      <ServiceFields
        of={of}
        texts={texts}
        problem={flaw}
        handle={fields}
        changed={() => setFlaw(undefined)}
      />
      <button type="submit" className={forms.action} aria-disabled={isBusy || undefined}>
        {isBusy ? texts.busy : texts.button}
      </button>
    </form>
  )
}
