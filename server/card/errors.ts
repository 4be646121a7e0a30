import type { Challenge, DeclineCode } from '../model/card/service'
import { invalidContent, KassaError } from '../model/errors'

/** Returns the documented error for a one-time token that is used, expired or unknown. */
export const invalidToken = (property: string) =>
  invalidContent(
    'model.Card',
    'No valid and unexpired card pre-authorization can be found. Make a new card token and use it once, within the hour.',
    { property },
  )

const advice: Partial<Record<DeclineCode, string>> = {
  'insufficient funds': 'The card does not cover the amount. Use another card, or a smaller amount.',
  'card expired': 'The card has expired. Use another card.',
  'invalid csc': 'The security code is wrong. Enter the card again.',
  'invalid card number': 'The card number is wrong. Enter the card again.',
  'amount limit': 'The amount is above what the card may be used for. Use a smaller amount or another card.',
  '3ds authentication failure': 'The cardholder was not verified. Try again, or use another card.',
  'acquirer error': 'The card could not be processed. Try again later, or use another card.',
}

/** Returns advice about a decline for the merchant, who also sees the code. Payers never see the code. */
const declineDescription = (code: DeclineCode): string =>
  advice[code] ?? 'The card was declined. Use another card, or ask the bank that issued it.'

/** Returns the error for a refusal by the card service. */
export const declined = (code: DeclineCode, property: string) =>
  invalidContent('Card', declineDescription(code), { property, details: { code } })

/** Whether an error says that a card was declined. */
export const isDecline = (error: unknown): boolean =>
  error instanceof KassaError &&
  error.type === 'invalid content' &&
  error.content.type === 'Card' &&
  error.content.details?.code !== undefined

/** Returns the documented error for a card whose holder must be verified first. The token is not used up. */
export const verificationRequired = ({ url, data }: Challenge) =>
  new KassaError('malformed content', {
    property: 'payment.card',
    type: 'Card.Token',
    description: 'verification required',
    details: { visible: true, method: 'POST', url, data },
  })

/** Returns the error for a card service that failed, or whose outcome is not known yet. */
export const cardFailure = ({ status, cause }: { status: 'failed' | 'unknown'; cause: unknown }) =>
  status === 'failed'
    ? new KassaError(
        'backend failure',
        {
          type: 'Card service',
          description:
            'The card service failed and nothing was done. Repeat the request, with the same Idempotency-Key if you sent one.',
        },
        { cause },
      )
    : new KassaError(
        'backend timeout',
        {
          type: 'Card service',
          description:
            'The card service has not answered yet. Repeat with the same Idempotency-Key to learn what became of this. ' +
            'Without one, look at the orders in a minute before you repeat; a card that was to be stored needs a new token.',
        },
        { cause },
      )

/** Whether an error asks for a verification by the cardholder. The request can be repeated after it. */
export const isVerification = (error: unknown): boolean =>
  error instanceof KassaError && error.content.type === 'Card.Token'
