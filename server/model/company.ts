import type { ChartName } from './chart'
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
  /** The chart of accounts that the defaults come from. */
  chartName?: ChartName
  /** Account numbers that differ from the chart's, by what is posted. */
  chart?: Record<string, string>
  /** The month in which the fiscal year begins, 1 to 12. */
  fiscalYearStart?: number
  /** The numbers of the tax adviser and of the merchant there, for DATEV. */
  datev?: { consultant?: number; client?: number }
}
