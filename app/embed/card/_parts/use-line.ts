'use client'

import { type RefObject, useEffect, useRef } from 'react'
import { type FormMessage, openLine } from '@/app/_parts/card-element/line'
import { safeTheme, schemeIn } from './theme'

/** What a form does when the page around it asks. */
interface FormActs {
  tokenise(id: number): void
  focus(): void
  reset(): void
  disable(isDisabled: boolean): void
  /** Called when the line is open, to say what happened before. */
  opened?(): void
  /** Called after the page's theme has been applied. */
  themed?(): void
}

/**
 * Opens the line to the page around the form for as long as the form exists, tells it the form's height, and applies
 * its theme to `body`. Returns a function that says something to the page; before the line is open it does nothing.
 */
export function useLine(
  body: RefObject<HTMLElement | null>,
  scheme: 'light' | 'dark',
  acts: FormActs,
): (said: FormMessage) => void {
  const say = useRef<(said: FormMessage) => void>(() => undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line is opened once, for as long as the page exists
  useEffect(() => {
    const sizes = new ResizeObserver(() => {
      say.current({ type: 'height', height: Math.ceil(body.current?.getBoundingClientRect().height ?? 0) })
    })
    const end = openLine(
      (asked) => {
        if (asked.type === 'tokenize') acts.tokenise(asked.id)
        if (asked.type === 'theme') {
          dress(body.current, asked.theme, scheme)
          acts.themed?.()
        }
        if (asked.type === 'disabled') acts.disable(asked.disabled === true)
        if (asked.type === 'focus') acts.focus()
        if (asked.type === 'reset') acts.reset()
      },
      (line) => {
        say.current = line
        if (body.current) sizes.observe(body.current)
        acts.opened?.()
      },
    )
    return () => {
      end()
      sizes.disconnect()
    }
  }, [])
  return (said) => say.current(said)
}

function dress(element: HTMLElement | null, theme: unknown, scheme: 'light' | 'dark') {
  if (!element) return
  element.removeAttribute('style')
  for (const [property, value] of safeTheme(theme)) element.style.setProperty(property, value)
  element.dataset.scheme = schemeIn(theme) ?? scheme
}
