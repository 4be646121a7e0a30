import type Stripe from 'stripe'

/** The `error` object of a response. */
export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  advice_code?: string
  param?: string
  charge?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
  setup_intent?: Stripe.SetupIntent
  request_log_url?: string
}

/** A response other than 200. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: StripeErrorBody,
  ) {
    super(body.message)
  }
}

type Details = Partial<Omit<StripeErrorBody, 'type' | 'message'>>

export const invalid = (message: string, details: Details = {}, status = 400): ApiError =>
  new ApiError(status, { type: 'invalid_request_error', message, ...details })

/** An id that no object has: 404 when the path names it, 400 when a parameter does. */
export const missing = (object: string, id: string, param: string, status: 400 | 404): ApiError =>
  invalid(`There is no ${object} '${id}'.`, { code: 'resource_missing', param }, status)

export const unexpectedState = (message: string, intent: Stripe.PaymentIntent): ApiError =>
  invalid(message, { code: 'payment_intent_unexpected_state', payment_intent: structuredClone(intent) })

export const idempotencyError = (message: string, status: 400 | 409, code?: string): ApiError =>
  new ApiError(status, { type: 'idempotency_error', message, ...(code && { code }) })

export const rateLimited = (): ApiError =>
  invalid('Too many requests in a short time. Send them more slowly.', { code: 'rate_limit' }, 429)

export const lockTimeout = (status: number): ApiError =>
  invalid('Another request is working on this object. Try again.', { code: 'lock_timeout' }, status)

export const serverError = (): ApiError =>
  new ApiError(500, { type: 'api_error', message: 'Something failed on the side of the service.' })
