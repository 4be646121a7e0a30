import type { NoticeSetup } from './notices'

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

/** Why keys cannot be used. `missing`: the permissions that the secret key lacks. */
export interface KeyRefusal {
  problem:
    | 'not a secret key'
    | 'not a publishable key'
    | 'not test keys'
    | 'not live keys'
    | 'key not valid'
    | 'another account'
    | 'not of one account'
    | 'no response'
    | 'permissions missing'
  missing?: string[]
}

/** The result of a check of keys. */
export type Checked =
  | {
      status: 'connected'
      facts: ConnectionFacts
      notices?: NoticeSetup
    }
  | ({ status: 'refused' } & KeyRefusal)

/** What the dashboard says about keys before they are entered. */
export interface KeyGuide {
  /** The name that merchants know the service by. */
  title: string
  /** Where merchants create the keys. */
  dashboard: string
  secret: { label: string; example: string }
  publishable: { label: string; example: string }
  /** What the secret key must be allowed to do, by the names in the service's dashboard. */
  permissions: readonly string[]
}

/** How merchants connect their account at a card service. */
export interface Connecting {
  guide(mode: ConnectionKeys['mode']): KeyGuide
  /** Checks the keys of a merchant's account; if they are new, also that both are of the same account. */
  check(keys: ConnectionKeys, options: { areNew: boolean }): Promise<Checked>
}
