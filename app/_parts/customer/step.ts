import { z } from 'zod'
import { open, seal } from '@/server/core/crypto'
import { cookieIn, forget, type Kept, keep } from './cookie'

/**
 * A card whose holder has to be verified before it is added. The browser keeps it, encrypted, while its holder is at
 * the bank: so it outlives a reload, and nothing of it is kept here.
 */
const Step = z.strictObject({
  accountId: z.string(),
  /** The one-time token of the card. */
  token: z.string(),
  /** Where the bank is, and what it knows the verification by. */
  url: z.string(),
  pareq: z.string(),
})
export type Step = z.infer<typeof Step>

/** As long as a one-time token can be used. */
const kept: Kept = { name: 'kassa_card', path: '/account', seconds: 3600 }

export const keepingStep = (step: Step): string => keep(kept, seal(JSON.stringify(step), kept.name))
export const forgettingStep = (): string => forget(kept)

/** The step that a browser is at, if it is one of this account. */
export function stepIn(headers: Headers, accountId: string): Step | undefined {
  const sealed = cookieIn(headers, kept)
  if (sealed === undefined) return undefined
  try {
    const step = Step.parse(JSON.parse(open(sealed, kept.name)))
    return step.accountId === accountId ? step : undefined
  } catch {
    // Changed on the way, or sealed with another key: there is no such step.
    return undefined
  }
}
