'use client'

import { useEffect } from 'react'

/** Longer than anyone waits before pressing again, and short enough to try again after stopping a page that never came. */
const whileSendingMs = 10_000

/**
 * Ignores a form that the browser is already sending. The second press of a double click would replace the first request,
 * whose response is then lost: a login link would be used up without logging anyone in.
 */
export function SendOnce() {
  useEffect(() => {
    let sent = new WeakMap<EventTarget, number>()
    // On the window, whose listeners run last: a form that a script sends has been prevented by then.
    const guard = (event: Event) => {
      if (event.defaultPrevented || !event.target) return
      if (performance.now() - (sent.get(event.target) ?? -whileSendingMs) < whileSendingMs)
        event.preventDefault()
      else sent.set(event.target, performance.now())
    }
    // Someone who comes back with Back may press the button again.
    const forget = () => {
      sent = new WeakMap()
    }
    window.addEventListener('submit', guard)
    window.addEventListener('pageshow', forget)
    return () => {
      window.removeEventListener('submit', guard)
      window.removeEventListener('pageshow', forget)
    }
  }, [])
  return null
}
