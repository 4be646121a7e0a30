'use client'

import { type KeyboardEvent, useRef, useState } from 'react'
import { type CardField, CardInputs, cardFields } from '@/app/_parts/customer/card-inputs'
import { schemeOf } from '@/app/_parts/customer/format-card-input'
import forms from '@/app/_parts/forms.module.css'
import type { KeyProblem } from '../../_parts/card-element/frame-channel'
import styles from './_parts/card.module.css'
import { type CardText, flawsIn } from './_parts/flaws'
import { tokenise } from './_parts/tokenise'
import { useChannel } from './_parts/use-channel'

type Text =
  | CardField
  | 'cscHelp'
  | 'test'
  | 'badNumber'
  | 'badExpires'
  | 'badCsc'
  | 'notTest'
  | 'pastExpires'
  | 'noResponse'
  | 'notNow'
  | 'check'
  | 'title'
type Wrong = Partial<CardText>

interface CardFieldsProps {
  language: string
  scheme: 'light' | 'dark'
  publicKey: string
  /** Why the form cannot accept cards, and what the shop's developers can do about it. */
  problem: { problem: KeyProblem; advice: string } | undefined
  texts: Record<Text, string>
}

/** Fields for a card's number, expiry date and code, in our page within a shop's page. The shop has the button. */
export function CardFields({ language, scheme, publicKey, problem, texts }: CardFieldsProps) {
  const body = useRef<HTMLElement>(null)
  const [number, setNumber] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const [isDisabled, setDisabled] = useState(false)
  const send = useChannel(body, scheme, {
    tokenise: (id) => void respond(id),
    disable: setDisabled,
    focus: () => {
      const first = cardFields.find((name) => inputOf(name)?.ariaInvalid === 'true')
      inputOf(first ?? 'number')?.focus()
    },
    reset: () => {
      for (const name of cardFields) {
        const input = inputOf(name)
        if (input) input.value = ''
      }
      setWrong({})
      notifyChange()
    },
    opened: () => {
      send({ type: 'ready', ...(problem && { ...problem, message: texts.notNow }) })
      // Reports what was typed before the page was listening.
      if (textIn('number')) notifyChange()
    },
  })

  const inputOf = (name: CardField) => body.current?.querySelector<HTMLInputElement>(`#${name}`)
  const textIn = (name: CardField) => inputOf(name)?.value ?? ''
  const typed = (): CardText => ({
    number: textIn('number'),
    expires: textIn('expires'),
    csc: textIn('csc'),
  })

  function notifyChange() {
    const now = typed()
    setNumber(now.number)
    send({ type: 'change', complete: flawsIn(now).length === 0, scheme: schemeOf(now.number) })
  }

  function mark(found: Wrong) {
    setWrong(found)
    const first = cardFields.find((name) => found[name] !== undefined)
    if (first) inputOf(first)?.focus()
  }

  async function respond(id: number) {
    const now = typed()
    const plain: Wrong = { number: texts.badNumber, expires: texts.badExpires, csc: texts.badCsc }
    const flaws = flawsIn(now)
    const refuse = (found: Wrong) => {
      mark(found)
      send({ type: 'answer', id, code: 'invalid card', message: texts.check })
    }
    if (flaws.length > 0) return refuse(Object.fromEntries(flaws.map((name) => [name, plain[name]])))
    setWrong({})
    const made = await tokenise(publicKey, now)
    if (made.status === 'done') send({ type: 'answer', id, card: made.card })
    else if (made.status === 'wrong') {
      const messages: Wrong = { number: texts.notTest, expires: texts.pastExpires, csc: texts.badCsc }
      refuse({ [made.field]: messages[made.field] })
    } else if (made.status === 'key refused') {
      send({ type: 'answer', id, code: 'public key', message: texts.notNow })
    } else send({ type: 'answer', id, code: 'no answer', message: texts.noResponse })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') send({ type: 'enter' })
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
          <CardInputs
            texts={texts}
            help={`${texts.cscHelp} ${texts.test}`}
            number={number}
            problems={wrong}
            disabled={isDisabled}
            changed={(name) => {
              setWrong(({ [name]: _, ...others }) => others)
              notifyChange()
            }}
          />
        </div>
      )}
    </main>
  )
}
