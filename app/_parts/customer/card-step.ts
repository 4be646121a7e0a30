import { z } from 'zod'
import { sealedCookie } from './sealed-cookie'

/**
 * A card that needs verification before it is added. The browser stores it, encrypted, while the cardholder is at the
 * bank: it survives a reload, and the server stores nothing.
 */
const step = sealedCookie(
  // As long as a one-time token is valid.
  { name: 'kassa_card', path: '/account', seconds: 3600 },
  z.strictObject({
    accountId: z.string(),
    /** The one-time token of the card. */
    token: z.string(),
    /** The bank's address, and its reference for the verification. */
    url: z.string(),
    pareq: z.string(),
  }),
)

export const keepingStep = step.keeping
export const forgettingStep = step.forgetting
export const stepIn = step.valueIn
