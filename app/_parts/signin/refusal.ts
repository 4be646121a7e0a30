import { counted } from '@/server/model/counted'

/** Reports whether the password was correct and a code is needed. */
export const codeIsNeeded = (refusal: string): boolean => refusal === 'code'

/** Describes why signing in failed, from next-auth's error. `now` in milliseconds. */
export function refusalInWords(refusal: string, now: number): string {
  const again = /^throttled:(.+)$/.exec(refusal)?.[1]
  if (again !== undefined) {
    const wait = Math.max(1, Math.ceil((Date.parse(again) - now) / 60_000))
    const minutes = counted(wait, 'minute')
    return `Too many failed attempts. Try again in ${minutes}, or sign in on another device that you have used before.`
  }
  if (refusal === 'wrong code') {
    return 'This code is wrong or has already been used. Enter a new code from your app or an unused recovery code.'
  }
  if (refusal === 'wrong') return 'The e-mail address or password is wrong. Check both and try again.'
  return 'Kassa could not sign you in. Try again in a moment.'
}
