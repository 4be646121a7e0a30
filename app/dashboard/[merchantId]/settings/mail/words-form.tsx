'use client'

import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Language } from '@/server/model/language'
import type { CustomerTemplate } from '@/server/model/mail'
import { type OwnWords, ownWordsParts, type Placeholder, placeholdersOf } from '@/server/model/mail-wording'
import { useTRPC } from '../../../_parts/calls'
import { fieldErrorOf, useErrorUntilEdit } from '../../../_parts/flaws'
import { Form, Outcome } from '../../../_parts/form'
import { useMerchant } from '../../../_parts/merchant'
import { useToast } from '../../../_parts/toast'
import { changedWords, differing } from './changed-words'
import styles from './mail.module.css'

const meanings: Record<Placeholder, string> = {
  name: 'the customer’s name',
  shop: 'your name',
  amount: 'the amount with its currency',
  order: 'the order’s number',
  card: 'the card, such as Visa ending in 1111',
  day: 'the day in question, such as the next attempt',
  attempt: 'which attempt failed',
  attempts: 'how many attempts there are',
}

/** The subject, greeting and closing of a mail: the merchant's, or Kassa's by default. */
export function WordsForm({
  name,
  own,
  defaults,
  onType,
}: {
  name: { template: CustomerTemplate; language: Language }
  own: OwnWords
  defaults: Required<OwnWords>
  /** Called with what would be saved. */
  onType: (words: OwnWords) => void
}) {
  const { may } = useMerchant()
  const toast = useToast()
  const save = useMutation(
    useTRPC().settings.changeMailWords.mutationOptions({ onSuccess: () => toast({ text: 'Texts saved' }) }),
  )
  // A colleague's change that arrives meanwhile neither replaces what was typed nor counts as typed here.
  const [loaded, setLoaded] = useState({ ...defaults, ...own })
  const [typed, setTyped] = useState(loaded)
  const { fresh, change } = useErrorUntilEdit(save.error)
  const wrong = fieldErrorOf(fresh)
  const disabled = !may('admin')
  const type = (changed: Partial<Required<OwnWords>>) => {
    const next = { ...typed, ...changed }
    change()
    setTyped(next)
    onType(differing(next, defaults))
  }
  const fieldOf = (part: keyof OwnWords) => ({
    name: part,
    value: typed[part],
    error: wrong(`words.${part}`),
    disabled,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => type({ [part]: value }),
  })
  const isDefault = Object.keys(differing(typed, defaults)).length === 0
  return (
    <Form
      className={styles.form}
      submit={() => {
        const words = changedWords({ loaded, typed, defaults })
        save.mutate({ ...name, words }, { onSuccess: () => setLoaded(typed) })
      }}
    >
      <TextInput {...fieldOf('subject')} label="Subject" maxLength={200} />
      <Textarea {...fieldOf('greeting')} label="Greeting" autosize minRows={2} maxLength={1000} />
      <Textarea {...fieldOf('closing')} label="Closing" autosize minRows={2} maxLength={1000} />
      <div>
        <p>You can use:</p>
        <dl className={styles.placeholders}>
          {placeholdersOf[name.template].map((placeholder) => (
            <div key={placeholder} style={{ display: 'contents' }}>
              <dt>
                <code>{`{${placeholder}}`}</code>
              </dt>
              <dd>{meanings[placeholder]}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.placeholders}>
          If an e-mail has no value for one of them, such as the name of a customer who has not given it,
          Kassa’s texts are used.
        </p>
      </div>
      <Outcome error={fresh} fields={ownWordsParts.map((part) => `words.${part}`)} />
      {!disabled && (
        <div className={styles.buttons}>
          <Button type="submit" loading={save.isPending}>
            Save texts
          </Button>
          <Button variant="default" disabled={isDefault} onClick={() => type(defaults)}>
            Use Kassa’s texts
          </Button>
        </div>
      )}
    </Form>
  )
}
