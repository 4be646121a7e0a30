import { signOut } from 'next-auth/react'

/** Signs this browser out, and shows where to sign in. */
export const leave = () => signOut({ callbackUrl: '/signin' })

/** Has somebody whose session has ended sign in again, and come back here afterwards. */
export function signInAgain(): void {
  window.location.assign(`/signin?${placeHere()}`)
}

/** What tells the page of signing in where it leads to: here. */
export function placeHere(): URLSearchParams {
  const { pathname, search } = window.location
  return new URLSearchParams({ to: pathname + search })
}
