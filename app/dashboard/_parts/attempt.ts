'use client'

import { useState } from 'react'
import { isFinal } from './calls'
import { newAttempt } from './new-attempt'

/**
 * Identifies a button press, so that a request sent twice is carried out once. Call `again` with every error: after a
 * final error the next press is a new attempt; while the outcome is unknown it stays the same attempt.
 */
export function useAttempt(): { attempt: string; again: (error: unknown) => void } {
  const [attempt, setAttempt] = useState(newAttempt)
  const again = (error: unknown) => {
    if (isFinal(error)) setAttempt(newAttempt())
  }
  return { attempt, again }
}
