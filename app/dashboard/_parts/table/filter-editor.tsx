'use client'

import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Form } from '../form'
import { Icon } from '../icons'
import { useMerchant } from '../merchant'
import parts from '../parts.module.css'
import { DateRange } from './date-range'
import { type Filter, inUrl, namesOf } from './filter'
import styles from './filter.module.css'
import type { ListAddress } from './list-address'
import { TypedFilter } from './typed-filter'

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
  const { locale } = useMerchant()
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
    case 'currency':
    case 'range':
      return (
        <Form
          className={parts.dialog}
          submit={(text) =>
            apply(
              Object.fromEntries(namesOf(filter).map((name) => [name, inUrl(filter, text(name), locale)])),
            )
          }
        >
          <TypedFilter filter={filter} given={given} alone />
          <Button type="submit">Apply</Button>
        </Form>
      )
  }
}
