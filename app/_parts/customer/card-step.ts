import * as z from 'zod'
import { sealedCookie } from './sealed-cookie'

/**
 * Keeps a card that needs verification before it is added. The browser stores it, encrypted, while the cardholder is at the
 * bank: it survives a reload, and the server stores nothing. `path` is where it is sent.
 */
export const cardStep = (path: string) =>
  sealedCookie(
    // As long as a one-time token is valid.
    { name: 'kassa_card', path, seconds: 3600 },
    // Not strict: while an update is rolled out, another process may be newer and have stored more.
    z.object({
      accountId: z.string(),
      /** The one-time token of the card. */
      token: z.string(),
      /** The field `owed` of the form in which the card was entered. */
      owed: z.string().optional(),
      /** The bank's address, and its reference for the verification. */
      url: z.string(),
      pareq: z.string(),
    }),
  )

export type StepCookie = ReturnType<typeof cardStep>

export const accountStep = cardStep('/account')
