'use client'

import { useEffect } from 'react'
import { Notice } from '@/app/_parts/notice'
import { signInAgain } from './leave'

/** Runs in the browser because only the browser knows the full URL to return to. */
export function SignedOut() {
  useEffect(signInAgain, [])
  return (
    <Notice title="Sign in to continue" actions={<a href="/signin">Sign in</a>}>
      <p>You have been signed out, or your session has expired after 12 hours.</p>
    </Notice>
  )
}
