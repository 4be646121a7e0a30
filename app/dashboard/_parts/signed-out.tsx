'use client'

import { useEffect } from 'react'
import { Notice } from '@/app/_parts/notice'
import { signInAgain } from './leave'

/** Only the browser knows the whole address that it is to come back to. */
export function SignedOut() {
  useEffect(signInAgain, [])
  return (
    <Notice title="Sign in to go on" actions={<a href="/signin">Sign in</a>}>
      <p>You are signed out, or it is more than 12 hours since you signed in.</p>
    </Notice>
  )
}
