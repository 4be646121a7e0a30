import type * as z from 'zod'
import { open, seal } from '@/server/core/crypto'
import { type CookieSettings, clearedCookie, cookieIn, cookieWith } from './cookie'

/** Browsers do not store larger cookies. */
const maxLength = 3800

/** A cookie that only this server can read, for one account. */
export function sealedCookie<Value extends { accountId: string }>(
  kept: CookieSettings,
  schema: z.ZodType<Value>,
) {
  const sealed = (value: Value): string => seal(JSON.stringify(value), kept.name)
  const read = (text: string | undefined, accountId: string): Value | undefined => {
    if (text === undefined) return undefined
    try {
      const value = schema.parse(JSON.parse(open(text, kept.name)))
      return value.accountId === accountId ? value : undefined
    } catch {
      // Tampered with or encrypted with another key: treat it as missing.
      return undefined
    }
  }
  return {
    /** Encrypts a value for a form of the page, which keeps it even if another tab replaces or clears the cookie. */
    sealed,
    /** Returns the value that a form sends, if it belongs to this account. */
    read,
    /** Whether browsers store the value. */
    fits: (value: Value): boolean => sealed(value).length <= maxLength,
    /** Returns a `Set-Cookie` that stores the value. One that is too large is not stored. */
    stored: (value: Value): string => {
      const text = sealed(value)
      return text.length > maxLength ? clearedCookie(kept) : cookieWith(kept, text)
    },
    cleared: (): string => clearedCookie(kept),
    /** Returns the value that a browser sends, if it belongs to this account. */
    valueIn: (headers: Headers, accountId: string): Value | undefined =>
      read(cookieIn(headers, kept), accountId),
  }
}
