/** What a test card does. Its number stays in this file: objects show its last four digits only. */
export interface TestCard {
  number: string
  brand: string
  country: string
  funding: 'credit' | 'debit' | 'prepaid'
  /** The decline of every charge. */
  decline?: string
  /** It can be attached to a customer, although charges are declined. */
  attaches?: true
  /**
   * When the cardholder must approve: `always`; `until-set-up` (also off session, unless it was stored with an
   * approval); `on-session` (never off session); `on-request` (if the merchant asks for it).
   */
  approval?: 'always' | 'until-set-up' | 'on-session' | 'on-request'
  dispute?: 'fraudulent' | 'product_not_received' | 'inquiry'
  refund?: 'pending' | 'fails'
  /** Its charges are available for payout at once. */
  availableAtOnce?: true
}

type Rest = Partial<Omit<TestCard, 'number'>>

const card = (number: string, rest: Rest = {}): TestCard => ({
  number,
  brand: 'visa',
  country: 'US',
  funding: 'credit',
  ...rest,
})

/** The published test payment methods, by the part of their ids after `pm_card_`. */
const catalogue: Record<string, TestCard> = {
  visa: card('4242424242424242'),
  visa_debit: card('4000056655665556', { funding: 'debit' }),
  mastercard: card('5555555555554444', { brand: 'mastercard' }),
  mastercard_debit: card('5200828282828210', { brand: 'mastercard', funding: 'debit' }),
  mastercard_prepaid: card('5105105105105100', { brand: 'mastercard', funding: 'prepaid' }),
  amex: card('378282246310005', { brand: 'amex' }),
  discover: card('6011111111111117', { brand: 'discover' }),
  diners: card('3056930009020004', { brand: 'diners' }),
  jcb: card('3566002020360505', { brand: 'jcb', country: 'JP' }),
  unionpay: card('6200000000000005', { brand: 'unionpay', country: 'CN' }),
  us: card('4242424242424242'),
  gb: card('4000008260000000', { country: 'GB' }),
  de: card('4000002760000016', { country: 'DE' }),
  dk: card('4000002080000001', { country: 'DK' }),
  fi: card('4000002460000001', { country: 'FI' }),
  no: card('4000005780000007', { country: 'NO' }),
  se: card('4000007520000008', { country: 'SE' }),

  chargeDeclined: card('4000000000000002', { decline: 'generic_decline' }),
  chargeDeclinedInsufficientFunds: card('4000000000009995', { decline: 'insufficient_funds' }),
  chargeDeclinedLostCard: card('4000000000009987', { decline: 'lost_card' }),
  chargeDeclinedStolenCard: card('4000000000009979', { decline: 'stolen_card' }),
  chargeDeclinedExpiredCard: card('4000000000000069', { decline: 'expired_card' }),
  chargeDeclinedIncorrectCvc: card('4000000000000127', { decline: 'incorrect_cvc' }),
  chargeDeclinedProcessingError: card('4000000000000119', { decline: 'processing_error' }),
  chargeDeclinedVelocityLimitExceeded: card('4000000000006975', { decline: 'card_velocity_exceeded' }),
  chargeDeclinedFraudulent: card('4100000000000019', { decline: 'fraudulent' }),
  radarBlock: card('4100000000000019', { decline: 'fraudulent' }),
  chargeCustomerFail: card('4000000000000341', { decline: 'generic_decline', attaches: true }),

  authenticationRequired: card('4000002760003184', { country: 'DE', approval: 'always' }),
  authenticationRequiredOnSetup: card('4000002500003155', { country: 'FR', approval: 'until-set-up' }),
  authenticationRequiredSetupForOffSession: card('4000003800000446', {
    country: 'IT',
    approval: 'on-session',
  }),
  authenticationRequiredChargeDeclinedInsufficientFunds: card('4000008260003178', {
    country: 'GB',
    approval: 'always',
    decline: 'insufficient_funds',
    attaches: true,
  }),
  threeDSecureRequired: card('4000000000003063', { approval: 'always' }),
  threeDSecure2Required: card('4000000000003220', { approval: 'always' }),
  threeDSecureOptional: card('4000000000003055', { approval: 'on-request' }),
  threeDSecureRequiredChargeDeclined: card('4000008400001629', {
    approval: 'always',
    decline: 'generic_decline',
    attaches: true,
  }),
  threeDSecureRequiredProcessingError: card('4000008400001280', {
    approval: 'always',
    decline: 'processing_error',
    attaches: true,
  }),

  createDispute: card('4000000000000259', { dispute: 'fraudulent' }),
  createDisputeProductNotReceived: card('4000000000002685', { dispute: 'product_not_received' }),
  createDisputeInquiry: card('4000000000001976', { dispute: 'inquiry' }),
  pendingRefund: card('4000000000007726', { refund: 'pending' }),
  refundFail: card('4000000000005126', { refund: 'fails' }),
  bypassPending: card('4000000000000077', { availableAtOnce: true }),
}

/** The test card with an id such as `pm_card_visa`, `pm_card_visa_chargeDeclined` or `tok_visa`. */
export function testCard(id: string): TestCard | undefined {
  const name = id.replace(/^(pm_card_|tok_)/, '').replace(/^visa_(?=charge)/, '')
  return name === id || !Object.hasOwn(catalogue, name) ? undefined : catalogue[name]
}

/** The test card with a number. Numbers that are not published exist too, and are declined as such. */
export function cardByNumber(number: string): TestCard {
  const published = Object.values(catalogue).find((each) => each.number === number)
  return published ?? card(number, { brand: 'unknown', decline: 'test_mode_live_card' })
}

export const testMethods: readonly string[] = Object.keys(catalogue).map((name) => `pm_card_${name}`)

interface Decline {
  code: string
  param?: string
  advice?: string
}

/** The declines that are not a plain `card_declined`, and what is advised after a decline. */
const declines: Record<string, Partial<Decline>> = {
  generic_decline: { advice: 'try_again_later' },
  insufficient_funds: { advice: 'try_again_later' },
  lost_card: { advice: 'do_not_try_again' },
  stolen_card: { advice: 'do_not_try_again' },
  expired_card: { code: 'expired_card', param: 'exp_month', advice: 'confirm_card_data' },
  incorrect_cvc: { code: 'incorrect_cvc', param: 'cvc', advice: 'confirm_card_data' },
  processing_error: { code: 'processing_error', advice: 'try_again_later' },
  incorrect_number: { code: 'incorrect_number', param: 'number', advice: 'confirm_card_data' },
  authentication_required: { code: 'authentication_required' },
  authentication_not_handled: { code: 'authentication_required' },
}

export const declineOf = (declineCode: string): Decline => ({
  code: 'card_declined',
  ...(Object.hasOwn(declines, declineCode) ? declines[declineCode] : {}),
})
