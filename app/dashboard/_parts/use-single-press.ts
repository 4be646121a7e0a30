'use client'

import { useRef } from 'react'

/** Longer than a double click, shorter than a decision to press again. In milliseconds. */
const gap = 1000

/** Makes a double click one press: returns a function that acts, except within a second of the last time. */
export function useSinglePress(act: () => void): () => void {
  const last = useRef(Number.NEGATIVE_INFINITY)
  return () => {
    const now = performance.now()
    if (now - last.current < gap) return
    last.current = now
    act()
  }
}
