import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { declineCodes } from '../../model/card/service'
import { declineOf, knownDeclines } from './decline-codes'
import { outcomeOfError } from './outcome'

/** Stripe's documented decline codes for cards. */
const documented =
  `authentication_required authentication_not_handled approve_with_id call_issuer card_not_supported
  card_velocity_exceeded currency_not_supported do_not_honor do_not_try_again duplicate_transaction expired_card
  fraudulent generic_decline incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip
  insufficient_funds invalid_account invalid_amount invalid_cvc invalid_expiry_month invalid_expiry_year
  invalid_number invalid_pin issuer_not_available lost_card merchant_blacklist mobile_device_authentication_required
  new_account_information_available no_action_taken not_permitted offline_pin_required
  online_or_offline_pin_required pickup_card pin_try_exceeded processing_error reenter_transaction restricted_card
  revocation_of_all_authorizations revocation_of_authorization security_violation service_not_allowed stolen_card
  stop_payment_order testmode_decline transaction_not_allowed try_again_later withdrawal_count_limit_exceeded`
    .trim()
    .split(/\s+/)

/** Stripe's error codes that a declined card can have without a decline code. */
const errorCodes =
  `card_declined card_decline_rate_limit_exceeded expired_card incorrect_address incorrect_cvc
  incorrect_number incorrect_zip invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number processing_error
  authentication_required payment_intent_authentication_failure setup_intent_authentication_failure`
    .trim()
    .split(/\s+/)

describe('declines of Stripe', () => {
  test('all have a code of the API', () => {
    expect(documented).toHaveLength(50)
    for (const code of [...documented, ...errorCodes]) expect(knownDeclines, code).toContain(code)
    for (const code of knownDeclines) expect(declineCodes).toContain(declineOf({ code }))
  })

  test.each([
    [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient funds'],
    [{ code: 'card_declined', decline_code: 'stolen_card' }, 'card lost or stolen'],
    [{ code: 'expired_card' }, 'card expired'],
    [{ code: 'incorrect_cvc', decline_code: 'incorrect_cvc' }, 'invalid csc'],
    [{ code: 'card_declined', decline_code: 'fraudulent' }, 'suspected fraud'],
    [{ code: 'authentication_required' }, '3ds authentication failure'],
    [{ code: 'expired_card', decline_code: 'introduced_later' }, 'card expired'],
    [{ code: 'card_declined', decline_code: 'introduced_later' }, 'card declined'],
    [{ code: 'card_declined', decline_code: 'revocation_of_authorization' }, 'card restricted'],
    [{ decline_code: 'generic_decline', advice_code: 'do_not_try_again' }, 'card restricted'],
    [{ decline_code: 'generic_decline', advice_code: 'try_again_later' }, 'card declined'],
    [{ decline_code: 'stolen_card', advice_code: 'do_not_try_again' }, 'card lost or stolen'],
    [{ decline_code: 'constructor' }, 'card declined'],
    [{}, 'card declined'],
  ] as const)('%j is %s', (error, code) => {
    expect(declineOf(error)).toBe(code)
  })
})

test.each([
  [{ code: 'amount_too_large' }, 'invalid transaction', 'amount limit'],
  [{ param: 'amount_to_capture' }, 'invalid transaction', 'amount limit'],
  [{ code: 'amount_too_small', param: 'amount' }, 'rule violation', 'rule violation'],
])(
  'a refused amount is a limit of a stored card, but not of an authorisation, unless it is too small: %j',
  (error, ofAuthorisation, ofCard) => {
    const raw = { type: 'invalid_request_error', message: 'x', statusCode: 400, ...error } as const
    const cause = new Stripe.errors.StripeInvalidRequestError(raw)
    const code = (subject: 'authorisation' | 'stored card') => outcomeOfError(cause, subject)
    expect(code('authorisation')).toEqual({ status: 'declined', code: ofAuthorisation })
    expect(code('stored card')).toEqual({ status: 'declined', code: ofCard })
  },
)
