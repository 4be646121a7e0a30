'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import forms from '../forms.module.css'
import { BrandMark } from './brand-mark'
import styles from './form.module.css'
import { caretIn, isWholeNumber, schemeOf, spacedExpires, spacedNumber } from './typing'

type Name = 'number' | 'expires' | 'csc'

interface Problem {
  key: string
  text: string
}

/** The field that shows each problem. Other problems concern the whole card. */
const placeOf = (key: string): Name | undefined =>
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
    }) satisfies Record<string, Name> as Record<string, Name>
  )[key]

/**
 * A form for a card's number, expiry date and security code. It works without JavaScript. With it, the number is
 * grouped as on the card, and problems are shown without losing what was typed. It is sent to our own server only.
 */
export function CardForm({
  problem: first,
  texts,
}: {
  problem: Problem | undefined
  texts: Record<
    Name | 'cscHelp' | 'button' | 'busy' | 'noAnswer' | 'badNumber' | 'badExpires' | 'badCsc' | 'test',
    string
  >
}) {
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState(first)
  const [isBusy, setBusy] = useState(false)
  const [number, setNumber] = useState('')
  // What was typed before the script loaded.
  useEffect(() => {
    const input = form.current?.elements.namedItem('number')
    if (input instanceof HTMLInputElement && input.value !== '') writeSpaced(input, spacedNumber, setNumber)
  }, [])

  const tell = (told: Problem) => {
    setProblem(told)
    setBusy(false)
    const field = form.current?.elements.namedItem(placeOf(told.key) ?? 'number')
    if (field instanceof HTMLInputElement) field.focus()
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const typed = new FormData(event.currentTarget)
    const flaw = flawIn(typed)
    if (flaw) return tell({ key: `new.${flaw}`, text: texts[flaw] })
    setProblem(undefined)
    setBusy(true)
    try {
      const answer = await fetch('/account/do/add-card', {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams([...typed].map(([name, value]) => [name, String(value)])),
      })
      const { to, problem: refused }: { to: string; problem?: Problem } = await answer.json()
      if (refused) tell(refused)
      else window.location.assign(to)
    } catch {
      tell({ key: 'new.noAnswer', text: texts.noAnswer })
    }
  }

  const field = (name: Name) => {
    const isWrong = problem !== undefined && placeOf(problem.key) === name
    const described = [isWrong && `${name}-problem`, name === 'csc' && 'csc-help'].filter(Boolean).join(' ')
    return {
      input: {
        id: name,
        name,
        type: 'text',
        inputMode: 'numeric' as const,
        required: true,
        'aria-invalid': isWrong || undefined,
        'aria-describedby': described || undefined,
      },
      problem: isWrong && (
        <span id={`${name}-problem`} className={forms.problem}>
          {problem.text}
        </span>
      ),
    }
  }
  const [numberField, expiresField, cscField] = [field('number'), field('expires'), field('csc')]

  return (
    <form ref={form} method="post" action="/account/do/add-card" onSubmit={send} className={styles.form}>
      {texts.test !== '' && <p className={forms.hint}>{texts.test}</p>}
      <div role="alert">
        {problem && placeOf(problem.key) === undefined && <p className={forms.alert}>{problem.text}</p>}
      </div>
      <div className={forms.field}>
        <label htmlFor="number">{texts.number}</label>
        <span className={forms.withMark}>
          <input
            {...numberField.input}
            autoComplete="cc-number"
            maxLength={30}
            onInput={(event) => writeSpaced(event.currentTarget, spacedNumber, setNumber)}
          />
          <span className={forms.mark}>
            <BrandMark scheme={schemeOf(number)} />
          </span>
        </span>
        {numberField.problem}
      </div>
      <div className={forms.pair}>
        <div className={forms.field}>
          <label htmlFor="expires">{texts.expires}</label>
          <input
            {...expiresField.input}
            autoComplete="cc-exp"
            maxLength={9}
            placeholder="04/29"
            onInput={(event) => writeSpaced(event.currentTarget, spacedExpires)}
          />
          {expiresField.problem}
        </div>
        <div className={forms.field}>
          <label htmlFor="csc">{texts.csc}</label>
          <input {...cscField.input} autoComplete="cc-csc" maxLength={4} pattern="[0-9]*" />
          {cscField.problem}
        </div>
      </div>
      <p id="csc-help" className={forms.hint}>
        {texts.cscHelp}
      </p>
      <button type="submit" className={forms.action} aria-disabled={isBusy || undefined}>
        {isBusy ? texts.busy : texts.button}
      </button>
    </form>
  )
}

/** Returns the problems that are visible before the form is sent. */
function flawIn(typed: FormData): 'badNumber' | 'badExpires' | 'badCsc' | undefined {
  const value = (name: Name) => String(typed.get(name) ?? '')
  if (!isWholeNumber(value('number'))) return 'badNumber'
  if (!/^\d{1,2} ?\/? ?(\d\d){1,2}$/.test(value('expires').trim())) return 'badExpires'
  return /^\d{3,4}$/.test(value('csc').trim()) ? undefined : 'badCsc'
}

/** Formats what was typed as printed on a card and keeps the cursor after the same digit. */
export function writeSpaced(
  input: HTMLInputElement,
  spaced: (typed: string) => string,
  tell?: (typed: string) => void,
) {
  const { value, selectionStart } = input
  const after = spaced(value)
  if (after !== value) {
    input.value = after
    const caret = caretIn(after, value, selectionStart ?? value.length)
    input.setSelectionRange(caret, caret)
  }
  tell?.(after)
}
