import * as z from 'zod'
import { sentence, theSubject } from './audit-text'

export const madeDefault = sentence(
  `changed the default card of ${theSubject}`,
  z.object({ after: z.object({ method: z.string() }) }),
  ({ after }) => `made ${cardWithoutId(after.method)} the default card of ${theSubject}`,
)

export const removedCard = sentence(
  `removed a card of ${theSubject}`,
  z.object({ before: z.object({ method: z.string() }) }),
  ({ before }) => `removed ${cardWithoutId(before.method)} from ${theSubject}`,
)

export const sentLink = sentence(
  `sent a login link to ${theSubject}`,
  z.object({ after: z.object({ asks: z.literal('card') }) }),
  () => `asked ${theSubject} for a new card, with a login link`,
)

/** The entry names a card as `Visa ending in 1111, <id>`. */
const cardWithoutId = (method: string): string => method.replace(/, [^,]*$/, '')

export const ordered = sentence(
  `placed an order on a card of ${theSubject}`,
  z.object({
    after: z.object({
      amount: z.string(),
      currency: z.string(),
      charge: z.boolean(),
      refusal: z.string().optional(),
      isOpen: z.boolean().optional(),
    }),
  }),
  ({ after: { amount, currency, charge, refusal, isOpen } }, { money }) => {
    const outcome = isOpen ? '; the outcome was not known yet' : refusal ? `, which failed: ${refusal}` : ''
    return `placed an order of ${money(amount, currency)} for ${theSubject}${charge ? ' and charged it' : ''}${outcome}`
  },
)
