'use client'

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import styles from './tabs.module.css'

interface Tab {
  name: string
  /** How many there are. A tab without any is left out. */
  count: number
  /** Whether there are more than were counted. */
  isMore?: boolean
  content: ReactNode
}

/** Related lists as tabs, with their counts. Renders nothing if all are empty. */
export function Tabbed({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string>()
  const filled = tabs.filter(({ count }) => count > 0)
  const shown = filled.find(({ name }) => name === chosen) ?? filled[0]
  if (!shown) return null
  // An id has no spaces.
  const idOf = (name: string) => `${id}-${name.replaceAll(' ', '-')}`
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const place = (filled.indexOf(shown) + step + filled.length) % filled.length
    setChosen(filled[place]?.name)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[place]?.focus()
  }
  return (
    <section aria-label={label}>
      <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={move}>
        {filled.map(({ name, count, isMore }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={idOf(name)}
            aria-selected={name === shown.name}
            aria-controls={`${id}-panel`}
            tabIndex={name === shown.name ? 0 : -1}
            onClick={() => setChosen(name)}
          >
            {name}{' '}
            <span className={styles.count}>
              {count}
              {isMore && '+'}
            </span>
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={idOf(shown.name)}>
        {shown.content}
      </div>
    </section>
  )
}
