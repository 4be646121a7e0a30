import { onlineManager } from '@tanstack/react-query'
import { signOut } from 'next-auth/react'
import { OfflineError } from './offline'

/** Signs this browser out and goes to the sign-in page. Throws when the browser is offline. */
export async function leave(): Promise<void> {
  if (!navigator.onLine) throw new OfflineError()
  const goOn = () => onlineManager.setOnline(true)
  // Pages ask again by themselves, and what they asked between signing out and the next page would be refused.
  onlineManager.setOnline(false)
  window.addEventListener('pageshow', goOn, { once: true })
  await signOut({ callbackUrl: '/signin' }).catch((error: unknown) => {
    goOn()
    throw error
  })
}

/** Has somebody whose session has ended sign in again, and come back here afterwards. */
export function signInAgain(): void {
  window.location.assign(`/signin?${placeHere()}`)
}

/** What tells the page of signing in where it leads to: here. */
export function placeHere(): URLSearchParams {
  const { pathname, search } = window.location
  return new URLSearchParams({ to: pathname + search })
}
