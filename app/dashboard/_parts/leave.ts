import { onlineManager } from '@tanstack/react-query'
import { signOut } from 'next-auth/react'
import { OfflineError } from './offline'

/** Why a page asks its user to sign in. */
export const whySignedOut = 'You have been signed out, or your session has expired after 12 hours.'

/** Signs this browser out and goes to the sign-in page. Throws when the browser is offline. */
export async function leave(): Promise<void> {
  if (!navigator.onLine) throw new OfflineError()
  const goOn = () => onlineManager.setOnline(true)
  // Pages refetch automatically. Requests between signing out and leaving the page would be refused.
  onlineManager.setOnline(false)
  window.addEventListener('pageshow', goOn, { once: true })
  await signOut({ callbackUrl: '/signin' }).catch((error: unknown) => {
    goOn()
    throw error
  })
}

/** Goes to the sign-in page, which leads back to this page afterwards. */
export function signInAgain(): void {
  window.location.assign(`/signin?${returnParameters()}`)
}

/** Returns the query parameters that make the sign-in page lead back here. */
export function returnParameters(): URLSearchParams {
  const { pathname, search } = window.location
  return new URLSearchParams({ to: pathname + search })
}
