'use client'

import { useLayoutEffect } from 'react'

/**
 * Marks the document once React handles its events. React sets the props of elements earlier, but ignores presses while a
 * script that it needs is still loading.
 */
export function Hydrated() {
  useLayoutEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}
