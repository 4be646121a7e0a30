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

/** The keys of a merchant's account at a card service, and what kind of merchant it is. */
export interface ConnectionKeys {
  secret: string
  /** The key that pages use. */
  publishable: string
  mode: 'test' | 'live'
}

/** The result of a check of keys. */
export type Checked =
  | {
      status: 'connected'
      facts: ConnectionFacts /** Whether the service sends notices. */
      notices?: boolean
    }
  | {
      status: 'refused'
      problem:
        | 'not a secret key'
        | 'not a publishable key'
        | 'not test keys'
        | 'not live keys'
        | 'key not valid'
        | 'another account'
    }
  | { status: 'refused'; problem: 'permissions missing'; missing: string[] }
