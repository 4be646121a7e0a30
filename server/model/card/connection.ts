/** What a check of a connection to a card service finds out about the merchant's account there. */
export interface ConnectionFacts {
  account: string
  country: string
  /** The currency of payouts. */
  currency: string
  /** ISO 4217 codes of the currencies that can be charged. */
  currencies: string[]
  /** Whether an authorisation can be captured in parts; `unknown` until the first payment shows it. */
  severalCaptures: 'available' | 'unavailable' | 'unknown'
  chargesEnabled: boolean
}
