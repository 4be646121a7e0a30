'use client'

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import styles from '../../_parts/customer/form.module.css'
import type { FieldName, Flaws, Values } from '../../_parts/customer/information'
import forms from '../../_parts/forms.module.css'

type Texts = Record<
  FieldName | 'person' | 'organisation' | 'identityHelp' | 'noCountry' | 'emailHelp' | 'save',
  string
>

/** How long somebody has stopped typing before it is looked at, ms. */
const pauseMs = 400

/**
 * Takes what a customer says of themselves. With its script the server says what is wrong, by the interface's own
 * rules, as one types; nothing is saved before the button is pressed.
 */
export function InformationForm({
  account,
  values,
  flaws: first,
  alert,
  needsEmail,
  countries,
  texts,
}: {
  /** Whose it is, should the visit have ended by the time that it is sent. */
  account: string
  values: Values
  flaws: Flaws
  /** Why it is not saved yet. */
  alert: string | undefined
  needsEmail: boolean
  countries: readonly { code: string; name: string }[]
  texts: Texts
}) {
  const [flaws, setFlaws] = useState(first)
  const touched = useRef(new Set<string>(Object.keys(first)))
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])

  function look(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    const { target } = event
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
      touched.current.add(target.name)
    clearTimeout(pause.current)
    pause.current = setTimeout(async () => {
      const found = await check(form)
      // Without an answer nothing is known to be wrong; pressing the button tells.
      if (found) setFlaws(only(found, touched.current))
    }, pauseMs)
  }

  const field = (name: FieldName, { help, ...input }: InputOptions = {}) => (
    <Field name={name} label={texts[name]} flaw={flaws[name]} help={help}>
      {(told) => (
        <input {...told} {...input} defaultValue={values[name]} maxLength={name === 'email' ? 320 : 500} />
      )}
    </Field>
  )

  return (
    <form method="post" action="/account/do/information" onInput={look} className={styles.form}>
      <input type="hidden" name="account" value={account} />
      <div role="alert">{alert && <p className={forms.alert}>{alert}</p>}</div>
      <fieldset className={forms.field}>
        <legend>{texts.type}</legend>
        <div className={styles.choices}>
          {(['person', 'organisation'] as const).map((type) => (
            <label key={type} className={styles.choice}>
              <input type="radio" name="type" value={type} defaultChecked={values.type === type} />
              {texts[type]}
            </label>
          ))}
        </div>
      </fieldset>
      {field('name', { autoComplete: 'name' })}
      {field('identitynumber', { autoComplete: 'off', help: texts.identityHelp })}
      {field('email', {
        type: 'email',
        autoComplete: 'email',
        inputMode: 'email',
        required: needsEmail,
        help: texts.emailHelp,
      })}
      {field('phone', { type: 'tel', autoComplete: 'tel', inputMode: 'tel' })}
      {field('street', { autoComplete: 'street-address' })}
      <div className={forms.pair}>
        {field('zipcode', { autoComplete: 'postal-code' })}
        {field('city', { autoComplete: 'address-level2' })}
      </div>
      <Field name="countrycode" label={texts.countrycode} flaw={flaws.countrycode}>
        {(told) => (
          <select {...told} autoComplete="country" defaultValue={values.countrycode ?? ''}>
            <option value="">{texts.noCountry}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <button type="submit" className={forms.action}>
        {texts.save}
      </button>
    </form>
  )
}

interface InputOptions {
  type?: 'email' | 'tel'
  autoComplete?: string
  inputMode?: 'email' | 'tel'
  required?: boolean
  help?: string
}

interface Told {
  id: FieldName
  name: FieldName
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
}

function Field({
  name,
  label,
  flaw,
  help,
  children,
}: {
  name: FieldName
  label: string
  flaw: string | undefined
  help?: string | undefined
  children: (told: Told) => ReactNode
}) {
  const described = [flaw && `${name}-flaw`, help && `${name}-help`].filter(Boolean).join(' ')
  return (
    <div className={forms.field}>
      <label htmlFor={name}>{label}</label>
      {children({
        ...{ id: name, name },
        'aria-invalid': flaw ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {help && (
        <span id={`${name}-help`} className={forms.hint}>
          {help}
        </span>
      )}
      <span id={`${name}-flaw`} className={forms.problem} aria-live="polite">
        {flaw}
      </span>
    </div>
  )
}

/** What is wrong with the fields that somebody has been at. */
const only = (flaws: Flaws, names: ReadonlySet<string>): Flaws =>
  Object.fromEntries(Object.entries(flaws).filter(([name]) => names.has(name)))

/** What the server says is wrong; undefined when it cannot be asked. */
async function check(form: HTMLFormElement): Promise<Flaws | undefined> {
  const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  try {
    const answer = await fetch('/account/do/check-information', {
      method: 'POST',
      body: new URLSearchParams(typed),
    })
    return answer.ok ? ((await answer.json()) as Flaws) : undefined
  } catch {
    return undefined
  }
}
