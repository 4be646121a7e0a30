'use client'

import { type RefObject, useEffect, useRef } from 'react'
import { type FormMessage, openChannel } from '@/app/_parts/card-element/frame-channel'
import { safeTheme, schemeIn } from './theme'

/** What a form does at the request of the page around it. */
interface FormActs {
  tokenise(id: number): void
  focus(): void
  reset(): void
  disable(isDisabled: boolean): void
  /** Called when the channel is open, to report what happened before. */
  opened?(): void
  /** Called after the page's theme has been applied. */
  themed?(): void
}

/**
 * Opens the channel to the page around the form for as long as the form exists, reports the form's height, and applies
 * the page's theme to `body`. Returns a function that sends a message to the page; before the channel is open it does
 * nothing.
 */
export function useChannel(
  body: RefObject<HTMLElement | null>,
  scheme: 'light' | 'dark',
  acts: FormActs,
): (message: FormMessage) => void {
  const send = useRef<(message: FormMessage) => void>(() => undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the channel is opened once, for as long as the page exists
  useEffect(() => {
    const sizes = new ResizeObserver(() => {
      send.current({ type: 'height', height: Math.ceil(body.current?.getBoundingClientRect().height ?? 0) })
    })
    const end = openChannel(
      (message) => {
        if (message.type === 'tokenize') acts.tokenise(message.id)
        if (message.type === 'theme') {
          applyTheme(body.current, message.theme, scheme)
          acts.themed?.()
        }
        if (message.type === 'disabled') acts.disable(message.disabled === true)
        if (message.type === 'focus') acts.focus()
        if (message.type === 'reset') acts.reset()
      },
      (post) => {
        send.current = post
        if (body.current) sizes.observe(body.current)
        acts.opened?.()
      },
    )
    return () => {
      end()
      sizes.disconnect()
    }
  }, [])
  return (message) => send.current(message)
}

function applyTheme(element: HTMLElement | null, theme: unknown, scheme: 'light' | 'dark') {
  if (!element) return
  element.removeAttribute('style')
  for (const [property, value] of safeTheme(theme)) element.style.setProperty(property, value)
  element.dataset.scheme = schemeIn(theme) ?? scheme
}
