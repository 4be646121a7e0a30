/** What differs between accounts, and what the double can be made to do. All of it can change at any time. */
export interface DoubleSettings {
  livemode: boolean
  country: string
  currency: string
  email: string
  chargesEnabled: boolean
  payoutsEnabled: boolean
  /** Brands of cards whose authorisations allow several captures, if the request asks for it. */
  multicapture: string[]
  authorisationDays: number
  /** Stripe's share of each capture: a percentage, and an amount in the currency's smallest unit. */
  feePercent: number
  feeFixed: number
  disputeFee: number
  /** Days until a charge can be paid out. */
  availableAfterDays: number
  /** How long a payout takes to arrive. */
  payoutSeconds: number
  /** How long `pm_card_pendingRefund` and `pm_card_refundFail` take. */
  refundSeconds: number
  /** The state in which refunds begin, whatever the card. */
  refunds: 'succeeded' | 'pending' | 'fails'
  /** `late`: captures wait as `processing`. `late-fails`: they then fail. `fails`: they fail after having succeeded. */
  captures: 'succeeded' | 'late' | 'late-fails' | 'fails'
  captureSeconds: number
  /**
   * `refund`: what is released becomes a refund, as with versions of the API before 2025-03-31, and a capture has two
   * balance transactions. An authorisation with several captures releases its rest silently all the same.
   */
  releases: 'silent' | 'refund'
  disputeDays: number
  /** How long idempotency keys are remembered. */
  keySeconds: number
  /** Whether requests with a secret key may carry card numbers. */
  rawNumbers: boolean
}

export const defaultSettings = (): DoubleSettings => ({
  livemode: false,
  country: 'SE',
  currency: 'sek',
  email: 'shop@example.com',
  chargesEnabled: true,
  payoutsEnabled: true,
  multicapture: ['visa', 'mastercard', 'discover'],
  authorisationDays: 7,
  feePercent: 1.5,
  feeFixed: 180,
  disputeFee: 15_000,
  availableAfterDays: 2,
  payoutSeconds: 2 * 86_400,
  refundSeconds: 60,
  refunds: 'succeeded',
  captures: 'succeeded',
  captureSeconds: 60,
  releases: 'silent',
  disputeDays: 9,
  keySeconds: 86_400,
  rawNumbers: false,
})
