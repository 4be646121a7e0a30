import { ApiError, type StripeErrorBody } from '../errors'
import { declineOf } from '../test-cards'

type Details = Partial<Pick<StripeErrorBody, 'charge' | 'payment_intent' | 'payment_method' | 'setup_intent'>>

/** The response to a declined card, with the objects that it concerns. */
export function cardError(declineCode: string, details: Details): ApiError {
  const { code, param, advice } = declineOf(declineCode)
  return new ApiError(402, {
    type: 'card_error',
    code,
    decline_code: declineCode,
    ...(advice && { advice_code: advice }),
    ...(param && { param }),
    message: `The card was declined (${declineCode}).`,
    ...structuredClone(details),
  })
}
