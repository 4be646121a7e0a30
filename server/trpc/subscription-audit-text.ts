import * as z from 'zod'
import { dayInWords, sentence, theSubject } from './audit-text'

export const created = sentence(
  `created ${theSubject}`,
  z.object({ after: z.object({ amount: z.string(), currency: z.string() }) }),
  ({ after: { amount, currency } }, { money }) =>
    `created ${theSubject} at ${money(amount, currency)} a payment`,
)

export const planned = sentence(
  `planned a change of ${theSubject}`,
  z.object({ after: z.object({ from: z.iso.date(), amount: z.string(), currency: z.string() }) }),
  ({ after: { from, amount, currency } }, { money }) =>
    `planned a change of ${theSubject} to ${money(amount, currency)} from ${dayInWords(from)}`,
)

export const ends = sentence(
  `ended ${theSubject}`,
  z.object({ after: z.object({ end: z.iso.date(), isAhead: z.literal(true) }) }),
  ({ after: { end } }) => `set the end of ${theSubject} to ${dayInWords(end)}`,
)

export const continued = sentence(
  `continued ${theSubject}, which was to end`,
  z.object({ before: z.object({ end: z.iso.date() }) }),
  ({ before: { end } }) => `continued ${theSubject}, which was to end on ${dayInWords(end)}`,
)

const unpaid = `unpaid orders of ${theSubject}`

export const paidNow = sentence(
  `charged ${unpaid}`,
  z.object({
    after: z.object({
      charged: z.array(z.unknown()),
      refusal: z.object({ isOpen: z.boolean().optional() }),
    }),
  }),
  ({ after: { charged, refusal } }) => {
    const rest = refusal.isOpen ? 'the outcome of others was not known yet' : 'others could not be charged'
    if (charged.length > 0) return `charged some ${unpaid}; ${rest}`
    return refusal.isOpen
      ? `asked to charge ${unpaid}; the outcome was not known yet`
      : `tried to charge ${unpaid}, which was refused`
  },
)
