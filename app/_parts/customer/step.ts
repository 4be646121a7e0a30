import { z } from 'zod'
import { open, seal } from '@/server/core/crypto'
import { cookieIn, forget, type Kept, keep } from './cookie'

/**
 * A card that needs verification before it is added. The browser stores it, encrypted, while the cardholder is at the
 * bank: it survives a reload, and the server stores nothing.
 */
const Step = z.strictObject({
  accountId: z.string(),
  /** The one-time token of the card. */
  token: z.string(),
  /** The bank's address, and its reference for the verification. */
  url: z.string(),
  pareq: z.string(),
})
export type Step = z.infer<typeof Step>

/** As long as a one-time token is valid. */
const kept: Kept = { name: 'kassa_card', path: '/account', seconds: 3600 }

export const keepingStep = (step: Step): string => keep(kept, seal(JSON.stringify(step), kept.name))
export const forgettingStep = (): string => forget(kept)

/** Returns the current step of a browser if it belongs to this account. */
export function stepIn(headers: Headers, accountId: string): Step | undefined {
  const sealed = cookieIn(headers, kept)
  if (sealed === undefined) return undefined
  try {
    const step = Step.parse(JSON.parse(open(sealed, kept.name)))
    return step.accountId === accountId ? step : undefined
  } catch {
    // Tampered with or encrypted with another key: treat it as missing.
    return undefined
  }
}
