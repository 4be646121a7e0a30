import { useEffect, useRef } from 'react'
import forms from '../forms.module.css'
import { BrandMark } from './brand-mark'
import { caretIn, schemeOf, spacedExpires, spacedNumber } from './format-card-input'

export const cardFields = ['number', 'expires', 'csc'] as const
export type CardField = (typeof cardFields)[number]

/** The fields of a card. Numbers are grouped as on the card while they are typed. */
export function CardInputs({
  texts,
  help,
  number,
  problems,
  disabled = false,
  changed,
}: {
  texts: Record<CardField, string>
  help: string
  /** The number typed so far. It determines the mark beside it. */
  number: string
  problems: Partial<Record<CardField, string>>
  disabled?: boolean
  changed: (field: CardField, input: HTMLInputElement) => void
}) {
  const first = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the script loaded
  useEffect(() => {
    if (first.current?.value) type('number', first.current)
  }, [])
  const type = (name: CardField, input: HTMLInputElement) => {
    if (name === 'number') writeSpaced(input, spacedNumber)
    if (name === 'expires') writeSpaced(input, spacedExpires)
    changed(name, input)
  }
  const field = (name: CardField) => ({
    id: name,
    name,
    type: 'text',
    inputMode: 'numeric' as const,
    required: true,
    disabled,
    'aria-invalid': problems[name] !== undefined || undefined,
    'aria-describedby':
      [problems[name] && `${name}-problem`, name === 'csc' && 'csc-help'].filter(Boolean).join(' ') ||
      undefined,
    onInput: (event: { currentTarget: HTMLInputElement }) => type(name, event.currentTarget),
  })
  const problemOf = (name: CardField) =>
    problems[name] !== undefined && (
      <span id={`${name}-problem`} role="alert" className={forms.problem}>
        {problems[name]}
      </span>
    )
  return (
    <>
      <div className={forms.field}>
        <label htmlFor="number">{texts.number}</label>
        <span className={forms.withMark}>
          <input ref={first} {...field('number')} autoComplete="cc-number" maxLength={30} />
          <span className={forms.mark}>
            <BrandMark scheme={schemeOf(number)} />
          </span>
        </span>
        {problemOf('number')}
      </div>
      <div className={forms.pair}>
        <div className={forms.field}>
          <label htmlFor="expires">{texts.expires}</label>
          <input {...field('expires')} autoComplete="cc-exp" maxLength={9} placeholder="04/29" />
          {problemOf('expires')}
        </div>
        <div className={forms.field}>
          <label htmlFor="csc">{texts.csc}</label>
          <input {...field('csc')} autoComplete="cc-csc" maxLength={4} pattern="[0-9]*" />
          {problemOf('csc')}
        </div>
      </div>
      <p id="csc-help" className={forms.hint}>
        {help}
      </p>
    </>
  )
}

/** Formats what was typed as printed on a card and keeps the cursor after the same digit. */
function writeSpaced(input: HTMLInputElement, spaced: (typed: string) => string) {
  const { value, selectionStart } = input
  const after = spaced(value)
  if (after === value) return
  input.value = after
  const caret = caretIn(after, value, selectionStart ?? value.length)
  input.setSelectionRange(caret, caret)
}
