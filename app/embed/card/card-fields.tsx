'use client'

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { BrandMark } from '@/app/_parts/customer/brand-mark'
import { writeSpaced } from '@/app/_parts/customer/card-form'
import { schemeOf, spacedExpires, spacedNumber } from '@/app/_parts/customer/typing'
import forms from '@/app/_parts/forms.module.css'
import { openLine, type Problem, type Said } from '../../_parts/card-element/line'
import styles from './card.module.css'
import { flawsIn, type Name, names, type Typed } from './flaws'
import { safeTheme, schemeIn } from './theme'
import { tokenise } from './tokenise'

type Text =
  | Name
  | 'cscHelp'
  | 'test'
  | 'badNumber'
  | 'badExpires'
  | 'badCsc'
  | 'notTest'
  | 'pastExpires'
  | 'noAnswer'
  | 'notNow'
  | 'check'
  | 'title'
type Wrong = Partial<Record<Name, string>>

interface CardFieldsProps {
  language: string
  scheme: 'light' | 'dark'
  publicKey: string
  /** Why the form cannot take cards, and what the shop's developers can do about it. */
  problem: { problem: Problem; advice: string } | undefined
  texts: Record<Text, string>
}

const emptied: Typed = { number: '', expires: '', csc: '' }

/** Fields for a card's number, expiry date and code, in our page within a shop's page. The shop has the button. */
export function CardFields({ language, scheme, publicKey, problem, texts }: CardFieldsProps) {
  const body = useRef<HTMLElement>(null)
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({})
  const say = useRef<(said: Said) => void>(() => undefined)
  const [number, setNumber] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const [isDisabled, setDisabled] = useState(false)

  const typed = (): Typed => ({
    ...emptied,
    ...Object.fromEntries(names.map((name) => [name, inputs.current[name]?.value ?? ''])),
  })

  function tellChange() {
    const now = typed()
    setNumber(now.number)
    say.current({ type: 'change', complete: flawsIn(now).length === 0, scheme: schemeOf(now.number) })
  }

  function mark(found: Wrong) {
    setWrong(found)
    const first = names.find((name) => found[name] !== undefined)
    if (first) inputs.current[first]?.focus()
  }

  async function answer(id: number) {
    const now = typed()
    const plain: Wrong = { number: texts.badNumber, expires: texts.badExpires, csc: texts.badCsc }
    const flaws = flawsIn(now)
    const refuse = (found: Wrong) => {
      mark(found)
      say.current({ type: 'answer', id, code: 'invalid card', message: texts.check })
    }
    if (flaws.length > 0) return refuse(Object.fromEntries(flaws.map((name) => [name, plain[name]])))
    setWrong({})
    const made = await tokenise(publicKey, now)
    if (made.status === 'done') say.current({ type: 'answer', id, card: made.card })
    else if (made.status === 'wrong') {
      const told: Wrong = { number: texts.notTest, expires: texts.pastExpires, csc: texts.badCsc }
      refuse({ [made.field]: told[made.field] })
    } else if (made.status === 'key refused') {
      say.current({ type: 'answer', id, code: 'public key', message: texts.notNow })
    } else say.current({ type: 'answer', id, code: 'no answer', message: texts.noAnswer })
  }

  function dress(theme: unknown) {
    const element = body.current
    if (!element) return
    element.removeAttribute('style')
    for (const [property, value] of safeTheme(theme)) element.style.setProperty(property, value)
    element.dataset.scheme = schemeIn(theme) ?? scheme
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the line is opened once, for as long as the page exists
  useEffect(() => {
    const sizes = new ResizeObserver(() => {
      say.current({ type: 'height', height: Math.ceil(body.current?.getBoundingClientRect().height ?? 0) })
    })
    const end = openLine(
      (asked) => {
        if (asked.type === 'tokenize') void answer(asked.id)
        if (asked.type === 'theme') dress(asked.theme)
        if (asked.type === 'disabled') setDisabled(asked.disabled === true)
        if (asked.type === 'focus') {
          const first = names.find((name) => inputs.current[name]?.ariaInvalid === 'true')
          inputs.current[first ?? 'number']?.focus()
        }
        if (asked.type === 'reset') {
          for (const name of names) {
            const input = inputs.current[name]
            if (input) input.value = ''
          }
          setWrong({})
          tellChange()
        }
      },
      (line) => {
        say.current = line
        if (body.current) sizes.observe(body.current)
        line({ type: 'ready', ...(problem && { ...problem, message: texts.notNow }) })
        // What was typed before the page was listening.
        if (inputs.current.number?.value) tellChange()
      },
    )
    return () => {
      end()
      sizes.disconnect()
    }
  }, [])

  const field = (name: Name) => ({
    id: name,
    name,
    type: 'text',
    inputMode: 'numeric' as const,
    required: true,
    disabled: isDisabled,
    ref: (input: HTMLInputElement | null) => {
      inputs.current[name] = input
    },
    'aria-invalid': wrong[name] !== undefined || undefined,
    'aria-describedby':
      [wrong[name] && `${name}-problem`, name === 'csc' && 'csc-help'].filter(Boolean).join(' ') || undefined,
    onInput: (event: { currentTarget: HTMLInputElement }) => {
      if (name === 'number') writeSpaced(event.currentTarget, spacedNumber)
      if (name === 'expires') writeSpaced(event.currentTarget, spacedExpires)
      setWrong(({ [name]: _, ...others }) => others)
      tellChange()
    },
  })
  const problemOf = (name: Name) =>
    wrong[name] !== undefined && (
      <span id={`${name}-problem`} className={forms.problem}>
        {wrong[name]}
      </span>
    )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') say.current({ type: 'enter' })
  }

  return (
    <main ref={body} lang={language} data-scheme={scheme} className={styles.body} aria-label={texts.title}>
      {problem ? (
        <p role="alert" className={forms.alert}>
          {texts.notNow}
        </p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field presses the shop's button
        <div className={styles.fields} onKeyDown={onKeyDown}>
          <div className={forms.field}>
            <label htmlFor="number">{texts.number}</label>
            <span className={forms.withMark}>
              <input {...field('number')} autoComplete="cc-number" maxLength={30} />
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
              <input {...field('csc')} autoComplete="cc-csc" maxLength={4} />
              {problemOf('csc')}
            </div>
          </div>
          <p id="csc-help" className={forms.hint}>
            {texts.cscHelp} {texts.test}
          </p>
        </div>
      )}
    </main>
  )
}
