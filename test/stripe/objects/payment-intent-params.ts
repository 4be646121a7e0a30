import type Stripe from 'stripe'
import { currency } from '../money'
import { paging } from '../paging'
import {
  either,
  flag,
  integer,
  list,
  metadata,
  oneOf,
  parameters,
  required,
  shape,
  text,
  unsettable,
} from '../params'
import { clientSecret } from '../route'

// The parameters of payment intents. `payment_method_types` is not among them: this version of the API refuses it.

const options = shape({
  card: shape({
    request_multicapture: oneOf('if_available', 'never'),
    request_three_d_secure: oneOf('any', 'automatic', 'challenge'),
    setup_future_usage: oneOf('none', 'off_session', 'on_session'),
  }),
})

const described = {
  description: unsettable(text),
  metadata,
  receipt_email: unsettable(text),
  statement_descriptor: text,
  statement_descriptor_suffix: text,
  transfer_group: text,
}

/** Parameters of a confirmation. When an intent is created, they need `confirm`. */
export const confirming = {
  error_on_requires_action: flag,
  off_session: either(flag, oneOf('one_off', 'recurring')),
  return_url: text,
  use_stripe_sdk: flag,
}

const choices = {
  allowed_payment_method_types: list(text),
  capture_method: oneOf('automatic', 'automatic_async', 'manual'),
  payment_method: text,
  payment_method_options: options,
  setup_future_usage: oneOf('off_session', 'on_session'),
}

export const creation = parameters<Stripe.PaymentIntentCreateParams>()({
  ...described,
  ...confirming,
  ...choices,
  amount: required(integer(1)),
  automatic_payment_methods: shape({
    allow_redirects: oneOf('always', 'never'),
    enabled: required(flag),
  }),
  confirm: flag,
  confirmation_method: oneOf('automatic', 'manual'),
  currency: required(currency),
  customer: text,
})

export const changes = parameters<Stripe.PaymentIntentUpdateParams>()({
  ...described,
  ...choices,
  amount: integer(1),
  currency,
  customer: text,
})

export const confirmation = parameters<Stripe.PaymentIntentConfirmParams & typeof clientSecret>()({
  ...confirming,
  ...choices,
  ...clientSecret,
  receipt_email: unsettable(text),
})

export const capture = parameters<Stripe.PaymentIntentCaptureParams>()({
  amount_to_capture: integer(0),
  final_capture: flag,
  metadata,
  statement_descriptor_suffix: text,
})

export const cancellation = parameters<Stripe.PaymentIntentCancelParams>()({
  cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
})

export const listing = parameters<Stripe.PaymentIntentListParams>()({ ...paging, customer: text })
export const retrieval = parameters<Stripe.PaymentIntentRetrieveParams>()(clientSecret)
