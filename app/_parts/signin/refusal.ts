import { counted } from '@/server/model/counted'

/** Reports whether the password was correct and a code is needed. */
export const codeIsNeeded = (refusal: string): boolean => refusal === 'code'

/** Describes why signing in failed, from next-auth's error. */
export function refusalInWords(refusal: string): string {
  const waitSeconds = /^throttled:(\d+)$/.exec(refusal)?.[1]
  if (waitSeconds !== undefined) {
    const minutes = counted(Math.ceil(Number(waitSeconds) / 60), 'minute')
    return `Too many failed attempts. Try again in ${minutes}, or sign in on another device that you have used before.`
  }
  if (refusal === 'wrong code') {
    return 'This code is wrong or has already been used. Enter a new code from your app or an unused recovery code.'
  }
  if (refusal === 'wrong') return 'The e-mail address or password is wrong. Check both and try again.'
  return 'Kassa could not sign you in. Try again in a moment.'
}
