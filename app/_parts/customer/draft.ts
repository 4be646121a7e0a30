import { z } from 'zod'
import { open, seal } from '@/server/core/crypto'
import { cookieIn, forget, type Kept, keep } from './cookie'
import { fieldNames, type Values } from './information'

/**
 * What was filled in and could not be saved, because something was wrong with it or the visit had ended: the browser
 * keeps it, encrypted, for the page that says why.
 */
const kept: Kept = { name: 'kassa_draft', path: '/account/information', seconds: 3600 }

const Draft = z.strictObject({
  accountId: z.string(),
  values: z.partialRecord(z.enum(fieldNames), z.string()),
})

/** No browser keeps a larger cookie. */
const largest = 3800

export function keepingDraft(accountId: string, values: Values): string {
  const sealed = seal(JSON.stringify({ accountId, values }), kept.name)
  return sealed.length > largest ? forget(kept) : keep(kept, sealed)
}

export const forgettingDraft = (): string => forget(kept)

/** What this account has filled in and not saved. */
export function draftIn(headers: Headers, accountId: string): Values | undefined {
  const sealed = cookieIn(headers, kept)
  if (sealed === undefined) return undefined
  try {
    const draft = Draft.parse(JSON.parse(open(sealed, kept.name)))
    return draft.accountId === accountId ? (draft.values as Values) : undefined
  } catch {
    // Changed on the way, or sealed with another key: there is no draft.
    return undefined
  }
}
