import * as z from 'zod'
import { disputeStates } from '../card/settlement'
import { amount, currency, dateTime } from '../fields'

/** A dispute as callbacks show it. */
export const OrderDispute = z
  .strictObject({
    id: z.string().meta({ description: 'The card service’s id', example: 'du_1QXg2k2eZvKYlo2C' }),
    amount: amount(),
    currency: currency(),
    reason: z.string().meta({
      description: 'The reason that the bank gives, in words',
      example: 'the cardholder did not make this payment',
    }),
    status: z.enum(disputeStates).meta({
      description:
        '`needs response` until evidence has been submitted; `closed` if it ended without a decision',
      example: 'needs response',
    }),
    inquiry: z.boolean().meta({
      description: 'Whether this is only an inquiry: the bank has not taken the money back',
      example: false,
    }),
    opened: dateTime(),
    due: dateTime().optional().meta({ description: 'Until when the card service accepts evidence' }),
  })
  .meta({ id: 'Dispute', description: 'A payment that its cardholder disputes' })
export type OrderDispute = z.infer<typeof OrderDispute>
