'use client'

import { type FormEvent, useRef, useState } from 'react'
import forms from '../forms.module.css'
import { type CardField, CardInputs } from './card-inputs'
import type { CardProblemText } from './card-problem'
import styles from './form.module.css'
import { isWholeNumber } from './format-card-input'
import { sendForm } from './send-form'
import { useBusy } from './use-busy'

/** The field that shows each problem. Other problems concern the whole card. */
const fieldOf = (key: string): CardField | undefined =>
  (
    ({
      'new.badNumber': 'number',
      'new.notTest': 'number',
      'decline.invalid card number': 'number',
      'new.badExpires': 'expires',
      'new.pastExpires': 'expires',
      'decline.card expired': 'expires',
      'new.badCsc': 'csc',
      'decline.invalid csc': 'csc',
    }) satisfies Record<string, CardField> as Record<string, CardField>
  )[key]

/**
 * A form for a card's number, expiry date and security code. It works without JavaScript. With it, the number is
 * grouped as on the card, and problems are shown without losing what was typed. It is sent to our own server only.
 */
export function CardForm({
  action,
  hidden = {},
  problem: first,
  texts,
}: {
  action: string
  /** Hidden fields: what the form was shown for. */
  hidden?: Readonly<Record<string, string>> | undefined
  problem: CardProblemText | undefined
  texts: Record<
    | CardField
    | 'cscHelp'
    | 'button'
    | 'busy'
    | 'interrupted'
    | 'offline'
    | 'badNumber'
    | 'badExpires'
    | 'badCsc'
    | 'test',
    string
  >
}) {
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState(first)
  const [isBusy, setBusy] = useBusy()
  const [number, setNumber] = useState('')

  const showProblem = (shown: CardProblemText) => {
    setProblem(shown)
    setBusy(false)
    const field = form.current?.elements.namedItem(fieldOf(shown.key) ?? 'number')
    if (field instanceof HTMLInputElement) field.focus()
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const typed = new FormData(event.currentTarget)
    const flaw = flawIn(typed)
    if (flaw) return showProblem({ key: `new.${flaw}`, text: texts[flaw] })
    setProblem(undefined)
    setBusy(true)
    try {
      const fields = Object.fromEntries([...typed].map(([name, value]) => [name, String(value)]))
      const sent = await sendForm(action, fields)
      const refused = sent ? sent.problem : { key: 'frame.offline', text: texts.offline }
      if (refused) showProblem(refused)
      else if (sent) window.location.assign(sent.to)
    } catch {
      showProblem({ key: 'frame.interrupted', text: texts.interrupted })
    }
  }

  const place = problem && fieldOf(problem.key)
  return (
    <form ref={form} method="post" action={action} noValidate onSubmit={send} className={styles.form}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {texts.test !== '' && <p className={forms.hint}>{texts.test}</p>}
      {problem && !place && (
        <p role="alert" className={forms.alert}>
          {problem.text}
        </p>
      )}
      <CardInputs
        texts={texts}
        help={texts.cscHelp}
        number={number}
        problems={place ? { [place]: problem.text } : {}}
        changed={(name, { value }) => name === 'number' && setNumber(value)}
      />
      <button type="submit" className={forms.action} aria-disabled={isBusy || undefined}>
        {isBusy ? texts.busy : texts.button}
      </button>
    </form>
  )
}

/** Returns the first problem that can be found before the form is sent. */
function flawIn(typed: FormData): 'badNumber' | 'badExpires' | 'badCsc' | undefined {
  const value = (name: CardField) => String(typed.get(name) ?? '')
  if (!isWholeNumber(value('number'))) return 'badNumber'
  if (!/^\d{1,2} ?\/? ?(\d\d){1,2}$/.test(value('expires').trim())) return 'badExpires'
  return /^\d{3,4}$/.test(value('csc').trim()) ? undefined : 'badCsc'
}
