import type { z } from 'zod'
import { open, seal } from '@/server/core/crypto'
import { type CookieSettings, clearedCookie, cookieIn, cookieWith } from './cookie'

/** Browsers do not store larger cookies. */
const maxLength = 3800

/** A cookie that only this server can read, for one account. */
export function sealedCookie<Value extends { accountId: string }>(
  kept: CookieSettings,
  schema: z.ZodType<Value>,
) {
  return {
    /** Returns a `Set-Cookie` that stores the value. One that is too large is not stored. */
    stored: (value: Value): string => {
      const sealed = seal(JSON.stringify(value), kept.name)
      return sealed.length > maxLength ? clearedCookie(kept) : cookieWith(kept, sealed)
    },
    cleared: (): string => clearedCookie(kept),
    /** Returns the value that a browser sends, if it belongs to this account. */
    valueIn: (headers: Headers, accountId: string): Value | undefined => {
      const sealed = cookieIn(headers, kept)
      if (sealed === undefined) return undefined
      try {
        const value = schema.parse(JSON.parse(open(sealed, kept.name)))
        return value.accountId === accountId ? value : undefined
      } catch {
        // Tampered with or encrypted with another key: treat it as missing.
        return undefined
      }
    },
  }
}
