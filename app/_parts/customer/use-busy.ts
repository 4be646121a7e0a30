'use client'

import { useEffect, useState } from 'react'

/**
 * Whether a form is being sent. Browsers keep a page that has been left as it was: someone who comes back from the bank with
 * Back must be able to press the button again.
 */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBusy(false)
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
  return [isBusy, setBusy] as const
}
