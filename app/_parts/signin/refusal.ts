/** The password was right, and a code is needed, too. */
export const codeIsNeeded = (refusal: string): boolean => refusal === 'code'

/** Why somebody was not let in, in words, from what next-auth brings of it. `now` in milliseconds. */
export function refusalInWords(refusal: string, now: number): string {
  const again = /^throttled:(.+)$/.exec(refusal)?.[1]
  if (again !== undefined) {
    const wait = Math.max(1, Math.ceil((Date.parse(again) - now) / 60_000))
    const minutes = `${wait} ${wait === 1 ? 'minute' : 'minutes'}`
    return `Too many failed tries for this e-mail address. You can still sign in on a device that you have used before. Try again in ${minutes}.`
  }
  if (refusal === 'wrong code') {
    return 'This code is not right, or was used before. Wait for the next one and type that.'
  }
  if (refusal === 'wrong') return 'The e-mail address or the password is wrong. Check both and try again.'
  return 'Kassa could not sign you in just now. Try again in a moment.'
}
