'use client'

import { useState } from 'react'
import { isFinal } from './calls'
import { newAttempt } from './new-attempt'

/**
 * Names the press of a button, so that what is sent twice is done once. `again` is to be told of each error: it is
 * another press once Kassa has had its last word on this one, and the same for as long as it may have been done.
 */
export function useAttempt(): { attempt: string; again: (error: unknown) => void } {
  const [attempt, setAttempt] = useState(newAttempt)
  const again = (error: unknown) => {
    if (isFinal(error)) setAttempt(newAttempt())
  }
  return { attempt, again }
}
