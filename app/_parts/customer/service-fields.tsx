'use client'

import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { fieldsOf } from '../card-element/fields/fields'
import type { Entered, MountedFields, MountOptions } from '../card-element/fields/mounted-fields'
import forms from '../forms.module.css'
import styles from './service-fields.module.css'

/** Which fields to show. */
export interface FieldsOfService {
  /** The name of the card service. */
  service: string
  /** The URL of its script. */
  script: string
  publishableKey: string
  language: string
}

/** What the page around a card service's fields can do with them. */
export interface ServiceFieldsHandle extends Pick<MountedFields, 'focus' | 'clear' | 'disable' | 'restyle'> {
  /** Returns the card that was entered. `not loaded`: the fields are not there yet, or could not be loaded. */
  enter(): Promise<Entered | { status: 'not loaded' }>
}

type FieldsState = 'loading' | 'ready' | 'failed'

/** How long a service has to show its fields. */
const timeoutMs = 15_000

/**
 * A card service's own fields in one of our pages: a placeholder, the fields, or what to do if they cannot be loaded.
 * The card number stays in the service's frame.
 */
export function ServiceFields({
  of: { service, script, publishableKey, language },
  texts,
  problem,
  handle,
  changed,
  settled,
}: {
  of: FieldsOfService
  texts: { card: string; loading: string; notLoaded: string; tryAgain: string }
  /** What is wrong with the card that was entered. */
  problem: string | undefined
  handle: RefObject<ServiceFieldsHandle | null>
  changed?: (state: Parameters<MountOptions['changed']>[0]) => void
  /** Called when the fields are there, or could not be loaded. */
  settled?: () => void
}) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const isDisabled = useRef(false)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<FieldsState>('loading')
  const [isFocused, setFocused] = useState(false)
  const [flaw, setFlaw] = useState<string>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are mounted once per attempt
  useEffect(() => {
    let mounted: MountedFields | undefined
    let isGone = false
    const end = (outcome: FieldsState) => {
      if (isGone) return
      setState(outcome)
      settled?.()
    }
    const mount = fieldsOf[service]
    const options: MountOptions = {
      script,
      key: publishableKey,
      language,
      focused: setFocused,
      changed: (now) => {
        setFlaw(now.problem)
        changed?.(now)
      },
    }
    if (!place.current || !mount) return end('failed')
    const timer = setTimeout(() => end('failed'), timeoutMs)
    mount(place.current, options)
      .then((fields) => {
        if (isGone) return fields.remove()
        mounted = fields
        if (isDisabled.current) fields.disable(true)
        end('ready')
      })
      .catch((error: unknown) => {
        console.error(error)
        end('failed')
      })
      .finally(() => clearTimeout(timer))
    handle.current = {
      enter: async () => (mounted ? mounted.enter() : { status: 'not loaded' }),
      focus: () => mounted?.focus(),
      clear: () => mounted?.clear(),
      disable: (disabled) => {
        isDisabled.current = disabled
        mounted?.disable(disabled)
      },
      restyle: () => mounted?.restyle(),
    }
    return () => {
      isGone = true
      clearTimeout(timer)
      mounted?.remove()
      handle.current = null
    }
  }, [attempt])

  const shown = problem ?? flaw
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like the other fields
    <div role="group" aria-labelledby={id} className={forms.field}>
      <span id={id} className={styles.label}>
        {texts.card}
      </span>
      <div
        className={styles.place}
        data-state={state}
        data-focused={isFocused || undefined}
        data-invalid={shown !== undefined || undefined}
        aria-busy={state === 'loading'}
      >
        {state === 'loading' && <span className={styles.loading}>{texts.loading}</span>}
        <div ref={place} hidden={state === 'failed'} />
      </div>
      {state === 'failed' && (
        <div role="alert">
          <p className={forms.alert}>
            {texts.notLoaded}{' '}
            <button
              type="button"
              className={styles.again}
              onClick={() => {
                setState('loading')
                setAttempt(attempt + 1)
              }}
            >
              {texts.tryAgain}
            </button>
          </p>
        </div>
      )}
      {state === 'ready' && shown !== undefined && (
        <span role="alert" className={forms.problem}>
          {shown}
        </span>
      )}
    </div>
  )
}
