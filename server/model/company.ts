import type { PostalAddress, ZeroVatCategory } from './document/content'

/** The merchant as a legal person, printed on documents. */
export interface Company {
  legalName?: string
  address?: PostalAddress
  organisationNumber?: string
  vatNumber?: string
}

/** How the merchant's VAT and books are kept. */
export interface BookkeepingSettings {
  /** The VAT rate, in percent, of an order that was created with an amount. */
  defaultVat?: number
  /** Why lines without VAT have none. */
  zeroVat?: { category: ZeroVatCategory; reason?: string }
  /** Account numbers of the chart of accounts, by what is posted. */
  chart?: Record<string, string>
}
