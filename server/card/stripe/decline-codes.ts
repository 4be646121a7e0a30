import type { DeclineCode } from '../../model/card/service'

/** Stripe's decline codes, and those of its error codes that it sends without a decline code. */
const codes: Record<string, DeclineCode> = {
  approve_with_id: 'card declined',
  authentication_not_handled: '3ds authentication failure',
  authentication_required: '3ds authentication failure',
  call_issuer: 'card declined',
  card_decline_rate_limit_exceeded: 'card declined',
  card_declined: 'card declined',
  card_not_supported: 'unsupported card',
  card_velocity_exceeded: 'amount limit',
  currency_not_supported: 'invalid currency',
  do_not_honor: 'card declined',
  do_not_try_again: 'card restricted',
  duplicate_transaction: 'invalid transaction',
  elevated_risk_level: 'suspected fraud',
  expired_card: 'card expired',
  fraudulent: 'suspected fraud',
  generic_decline: 'card declined',
  highest_risk_level: 'suspected fraud',
  incorrect_address: 'invalid input',
  incorrect_cvc: 'invalid csc',
  incorrect_number: 'invalid card number',
  incorrect_pin: 'card declined',
  incorrect_postal_code: 'invalid input',
  incorrect_zip: 'invalid input',
  insufficient_funds: 'insufficient funds',
  invalid_account: 'invalid card number',
  invalid_amount: 'amount limit',
  invalid_cvc: 'invalid csc',
  invalid_expiry_month: 'card expired',
  invalid_expiry_year: 'card expired',
  invalid_number: 'invalid card number',
  invalid_pin: 'card declined',
  issuer_not_available: 'acquirer error',
  live_mode_test_card: 'unsupported card',
  lost_card: 'card lost or stolen',
  merchant_blacklist: 'blocked merchant',
  mobile_device_authentication_required: '3ds authentication failure',
  new_account_information_available: 'card declined',
  no_action_taken: 'card declined',
  not_permitted: 'card restricted',
  offline_pin_required: 'card declined',
  online_or_offline_pin_required: 'card declined',
  payment_intent_authentication_failure: '3ds authentication failure',
  pickup_card: 'card lost or stolen',
  pin_try_exceeded: 'card declined',
  previously_declined_do_not_retry: 'card restricted',
  processing_error: 'acquirer error',
  reenter_transaction: 'acquirer error',
  restricted_card: 'card restricted',
  revocation_of_all_authorizations: 'card restricted',
  revocation_of_authorization: 'card restricted',
  rule: 'suspected fraud',
  security_violation: 'card restricted',
  service_not_allowed: 'card restricted',
  setup_intent_authentication_failure: '3ds authentication failure',
  stolen_card: 'card lost or stolen',
  stop_payment_order: 'card restricted',
  test_mode_live_card: 'unsupported card',
  testmode_decline: 'unsupported card',
  transaction_not_allowed: 'card restricted',
  try_again_later: 'card declined',
  withdrawal_count_limit_exceeded: 'amount limit',
}

interface Decline {
  code?: string | undefined
  decline_code?: string | undefined
  /** What the bank advises. */
  advice_code?: string | undefined
}

/**
 * The API's code for a Stripe decline. A decline that is not in the table is `card declined`, unless the bank advises not
 * to try the card again.
 */
export function declineOf({ decline_code, code, advice_code }: Decline): DeclineCode {
  const known = [decline_code, code].find((each) => each !== undefined && Object.hasOwn(codes, each))
  const found = (known !== undefined && codes[known]) || 'card declined'
  return found === 'card declined' && advice_code === 'do_not_try_again' ? 'card restricted' : found
}

export const knownDeclines: readonly string[] = Object.keys(codes)
