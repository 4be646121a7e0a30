'use client'

import { useLayoutEffect } from 'react'

/**
 * Marks the document once React handles its events. React gives elements their props earlier, but while a script that it
 * needs is still loading, it drops what the user presses.
 */
export function Hydrated() {
  useLayoutEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}
