'use client'

import { type FormEvent, useRef, useState } from 'react'
import {
  type FieldsOfService,
  ServiceFields,
  type ServiceFieldsHandle,
} from '@/app/_parts/customer/service-fields'
import styles from '../_parts/card.module.css'
import { tokenise } from '../_parts/tokenise'
import { useChannel } from '../_parts/use-channel'

interface ServiceCardFieldsProps {
  of: FieldsOfService
  scheme: 'light' | 'dark'
  publicKey: string
  texts: Record<'title' | 'card' | 'loading' | 'notLoaded' | 'tryAgain' | 'noResponse' | 'notNow', string>
}

/** A card service's own fields, in our page within a shop's page. The shop has the button. */
export function ServiceCardFields({ of, scheme, publicKey, texts }: ServiceCardFieldsProps) {
  const body = useRef<HTMLElement>(null)
  const fields = useRef<ServiceFieldsHandle>(null)
  const isSettled = useRef(false)
  const isOpen = useRef(false)
  const [flaw, setFlaw] = useState<string>()

  const send = useChannel(body, scheme, {
    tokenise: (id) => void respond(id),
    focus: () => fields.current?.focus(),
    reset: () => {
      setFlaw(undefined)
      fields.current?.clear()
    },
    disable: (isDisabled) => fields.current?.disable(isDisabled),
    themed: () => fields.current?.restyle(),
    opened: () => {
      isOpen.current = true
      announce()
    },
  })

  /** The form is ready once the page around it listens and the fields are loaded. */
  function announce() {
    if (isOpen.current && isSettled.current) send({ type: 'ready' })
  }

  async function respond(id: number) {
    setFlaw(undefined)
    const refuse = (code: 'invalid card' | 'no answer' | 'public key', message: string) =>
      send({ type: 'answer', id, code, message })
    const entered = await fields.current?.enter().catch(() => undefined)
    if (!entered) return refuse('no answer', texts.noResponse)
    if ('problem' in entered) {
      setFlaw(entered.problem)
      return refuse('invalid card', entered.problem)
    }
    if ('status' in entered) {
      return refuse('no answer', entered.status === 'not loaded' ? texts.notLoaded : texts.noResponse)
    }
    const made = await tokenise(publicKey, { reference: entered.reference })
    if (made.status === 'done') return send({ type: 'answer', id, card: made.card })
    if (made.status === 'key refused') return refuse('public key', texts.notNow)
    refuse('no answer', texts.noResponse)
  }

  return (
    <main ref={body} lang={of.language} data-scheme={scheme} className={styles.body} aria-label={texts.title}>
      {/* Enter in the service's fields submits the form around them: it presses the shop's button. */}
      <form
        className={styles.fields}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          send({ type: 'enter' })
        }}
      >
        <ServiceFields
          of={of}
          texts={texts}
          problem={flaw}
          handle={fields}
          changed={({ complete, scheme: card }) => {
            setFlaw(undefined)
            send({ type: 'change', complete, scheme: card })
          }}
          settled={() => {
            isSettled.current = true
            announce()
          }}
        />
      </form>
    </main>
  )
}
