'use client'

import { useRef } from 'react'
import { isFinal, isSignedOut } from './calls'
import { newAttempt } from './new-attempt'

/**
 * Identifies a press of a button, so that a request sent twice is carried out once. `attempt` returns the same ID for
 * the same request until it has ended. Call `again` with every error: after a final error the next press is a new
 * attempt; while the outcome is unknown it stays the same attempt.
 */
export function useAttempt() {
  const kept = useRef({ of: '', id: '' })
  const end = () => {
    kept.current = { of: '', id: '' }
  }
  return {
    attempt: (of = 'once'): string => {
      if (kept.current.of !== of) kept.current = { of, id: newAttempt() }
      return kept.current.id
    },
    end,
    again: (error: unknown) => {
      // A request without a session says nothing about an earlier one with the same ID whose response was lost.
      if (isFinal(error) && !isSignedOut(error)) end()
    },
  }
}
