import { signOut } from 'next-auth/react'

/** Signs this browser out, and shows where to sign in. */
export const leave = () => signOut({ callbackUrl: '/signin' })

/** Has somebody whose session has ended sign in again, and come back here afterwards. */
export function signInAgain(): void {
  const { pathname, search } = window.location
  window.location.assign(`/signin?${new URLSearchParams({ to: pathname + search })}`)
}
