'use client'

import { useEffect } from 'react'
import { Notice } from '@/app/_parts/notice'
import { signInAgain, whySignedOut } from './leave'

/** Runs in the browser because only the browser knows the full URL to return to. */
export function SignedOut() {
  useEffect(signInAgain, [])
  return (
    <Notice title="Sign in to continue" actions={<a href="/signin">Sign in</a>}>
      <p>{whySignedOut}</p>
    </Notice>
  )
}
