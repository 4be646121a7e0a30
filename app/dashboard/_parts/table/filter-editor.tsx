'use client'

import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Form } from '../form'
import { Icon } from '../icons'
import parts from '../parts.module.css'
import { DateRange } from './date-range'
import type { Filter } from './filter'
import styles from './filter.module.css'
import type { ListAddress } from './list-address'

interface EditorProps {
  filter: Filter
  address: ListAddress
  close: () => void
}

/** Changes one filter. */
export function FilterEditor(editor: EditorProps) {
  const box = useRef<HTMLDivElement>(null)
  // The popover may have opened before this was loaded.
  useEffect(() => {
    const first =
      box.current?.querySelector<HTMLElement>('[data-autofocus]') ??
      box.current?.querySelector<HTMLElement>('button, input')
    first?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={box}>
      <Fields {...editor} />
    </div>
  )
}

function Fields({ filter, address: { given, set }, close }: EditorProps) {
  const apply = (values: Partial<Record<string, string>>) => {
    set(values)
    close()
  }
  switch (filter.kind) {
    case 'flag':
      return null
    case 'choice':
      return (
        <ul className={styles.options}>
          {filter.options.map(({ value, label }) => {
            const isChosen = given[filter.name] === value
            return (
              <li key={value}>
                <button
                  type="button"
                  className={styles.option}
                  aria-pressed={isChosen}
                  data-autofocus={isChosen || undefined}
                  onClick={() => apply({ [filter.name]: value })}
                >
                  {label}
                  {isChosen && <Icon name="check" size={16} />}
                </button>
              </li>
            )
          })}
        </ul>
      )
    case 'period':
      return (
        <DateRange
          period={{ start: given[filter.from], end: given[filter.to] }}
          choose={({ start, end }) => apply({ [filter.from]: start, [filter.to]: end })}
        />
      )
    case 'text':
      return (
        <Form className={parts.dialog} submit={(text) => apply({ [filter.name]: text(filter.name) })}>
          <TextInput
            name={filter.name}
            label={filter.label}
            description={filter.hint}
            placeholder={filter.placeholder}
            defaultValue={given[filter.name]}
            maxLength={500}
            inputMode={filter.digits ? 'numeric' : undefined}
            data-autofocus
          />
          <Button type="submit">Apply</Button>
        </Form>
      )
    case 'range':
      return (
        <Form
          className={parts.dialog}
          submit={(text) => apply({ [filter.from]: text(filter.from), [filter.to]: text(filter.to) })}
        >
          <TextInput
            name={filter.from}
            label={`${filter.label} from`}
            description={filter.hint}
            defaultValue={given[filter.from]}
            inputMode="decimal"
            maxLength={40}
            data-autofocus
          />
          <TextInput
            name={filter.to}
            label={`${filter.label} to`}
            defaultValue={given[filter.to]}
            inputMode="decimal"
            maxLength={40}
          />
          <Button type="submit">Apply</Button>
        </Form>
      )
  }
}
