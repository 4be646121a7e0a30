import { z } from 'zod'
import { open, seal } from '@/server/core/crypto'
import { cookieIn, forget, type Kept, keep } from './cookie'
import { fieldNames, type Values } from './information'

/**
 * Form values that could not be saved, because they were invalid or the session had ended. The browser stores them,
 * encrypted, for the page that explains why.
 */
const kept: Kept = { name: 'kassa_draft', path: '/account/information', seconds: 3600 }

const Draft = z.strictObject({
  accountId: z.string(),
  values: z.partialRecord(z.enum(fieldNames), z.string()),
})

/** Browsers do not store larger cookies. */
const largest = 3800

export function keepingDraft(accountId: string, values: Values): string {
  const sealed = seal(JSON.stringify({ accountId, values }), kept.name)
  return sealed.length > largest ? forget(kept) : keep(kept, sealed)
}

export const forgettingDraft = (): string => forget(kept)

/** Returns the values that this account entered but that are not saved. */
export function draftIn(headers: Headers, accountId: string): Values | undefined {
  const sealed = cookieIn(headers, kept)
  if (sealed === undefined) return undefined
  try {
    const draft = Draft.parse(JSON.parse(open(sealed, kept.name)))
    return draft.accountId === accountId ? (draft.values as Values) : undefined
  } catch {
    // Tampered with or encrypted with another key: treat it as missing.
    return undefined
  }
}
