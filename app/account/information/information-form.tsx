'use client'

import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import styles from '../../_parts/customer/form.module.css'
import type { FieldName, InformationFlaws, InformationValues } from '../../_parts/customer/information'
import forms from '../../_parts/forms.module.css'

/** How long to wait after the last keystroke before validating, in milliseconds. */
const pauseMs = 400

/**
 * A form for the customer's own information. With JavaScript the server validates it while the customer types, by the
 * same rules as the REST API. Nothing is saved until the button is pressed.
 */
export function InformationForm({
  account,
  values,
  beginnings,
  flaws: first,
  alert,
  needsEmail,
  countries,
  texts,
}: {
  /** The account that the form belongs to, in case the session has ended by the time the form is submitted. */
  account: string
  values: InformationValues
  /** Hidden fields with what is stored. Only fields that differ are saved, so that changes by others in the meantime stay. */
  beginnings: Readonly<Record<string, string>>
  flaws: InformationFlaws
  /** Why the form was not saved. */
  alert: string | undefined
  needsEmail: boolean
  countries: readonly { code: string; name: string }[]
  texts: Record<
    FieldName | 'person' | 'organisation' | 'identityHelp' | 'vatHelp' | 'noCountry' | 'emailHelp' | 'save',
    string
  >
}) {
  const [flaws, setFlaws] = useState(first)
  const touched = useRef(new Set<string>(Object.keys(first)))
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const checks = useRef(0)
  useEffect(() => () => clearTimeout(pause.current), [])

  function checkSoon(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    const { target } = event
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
      for (const name of decidedBy[target.name] ?? [target.name]) touched.current.add(name)
    clearTimeout(pause.current)
    pause.current = setTimeout(async () => {
      const number = ++checks.current
      const found = await check(form)
      // Without a response, nothing is known, and a late response to an earlier check may be out of date. Submitting the
      // form shows every problem.
      if (found && number === checks.current) setFlaws(only(found, touched.current))
    }, pauseMs)
  }

  const field = (name: FieldName, { help, ...input }: ComponentProps<'input'> & { help?: string } = {}) => (
    <Field name={name} label={texts[name]} flaw={flaws[name]} help={help}>
      {(attributes) => (
        <input
          {...attributes}
          {...input}
          defaultValue={values[name]}
          maxLength={name === 'email' ? 320 : 500}
        />
      )}
    </Field>
  )

  return (
    <form
      method="post"
      action="/account/do/information"
      noValidate
      onInput={checkSoon}
      className={styles.form}
    >
      <input type="hidden" name="account" value={account} />
      {Object.entries(beginnings).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {alert && (
        // biome-ignore lint/a11y/noAutofocus: screen readers would not read it, since it is there from the start
        <p role="alert" tabIndex={-1} autoFocus className={forms.alert}>
          {alert}
        </p>
      )}
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
      {field('vatnumber', { autoComplete: 'off', help: texts.vatHelp })}
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
        {(attributes) => (
          <select {...attributes} autoComplete="country" defaultValue={values.countrycode ?? ''}>
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
  children: (attributes: ComponentProps<'input'> & ComponentProps<'select'>) => ReactNode
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
      {flaw && (
        <span id={`${name}-flaw`} role="alert" className={forms.problem}>
          {flaw}
        </span>
      )}
    </div>
  )
}

/** The fields whose rules depend on another one. */
const decidedBy: Record<string, readonly FieldName[]> = {
  countrycode: ['countrycode', 'zipcode', 'identitynumber'],
}

/** Returns the problems with the fields that have been edited. */
const only = (flaws: InformationFlaws, names: ReadonlySet<string>): InformationFlaws =>
  Object.fromEntries(Object.entries(flaws).filter(([name]) => names.has(name)))

/** Returns the problems that the server found. Undefined if it cannot be reached. */
async function check(form: HTMLFormElement): Promise<InformationFlaws | undefined> {
  const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  try {
    const response = await fetch('/account/do/check-information', {
      method: 'POST',
      body: new URLSearchParams(typed),
    })
    return response.ok ? ((await response.json()) as InformationFlaws) : undefined
  } catch {
    return undefined
  }
}
