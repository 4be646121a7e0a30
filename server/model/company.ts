import type { ChartName } from './chart'
import type { PostalAddress, ZeroVatCategory } from './document/content'
import type { ExchangeRates } from './document/exchange-rates'

/** The merchant as a legal person, printed on documents. */
export interface Company {
  legalName?: string
  address?: PostalAddress
  organisationNumber?: string
  vatNumber?: string
  /** What identifies the company to its tax office, where invoices may state it instead of a VAT number. */
  taxNumber?: string
  phone?: string
  /** What else the law wants on documents, such as the registered office. */
  particulars?: string
  /** True for a company that is not registered for VAT, and so has no VAT number. */
  withoutVat?: boolean
}

/** What a merchant can sell to other countries: it decides why lines at 0% have no VAT. */
export const soldAbroad = ['services', 'goods'] as const

/** How the merchant's VAT and books are kept. */
export interface BookkeepingSettings {
  /** The VAT rate, in percent, of an order that was created with an amount. */
  defaultVat?: number
  /** What is sold to other countries. Services if not set. */
  sells?: (typeof soldAbroad)[number]
  /** Why no VAT is charged on other lines at 0%. */
  zeroVat?: { category: ZeroVatCategory; reason?: string }
  /** Whether VAT on sales to consumers in other EU countries is reported through the One-Stop Shop. */
  oneStopShop?: boolean
  /** For the VAT on documents in other currencies. */
  exchangeRates?: ExchangeRates
  /** The chart of accounts that the defaults come from. */
  chartName?: ChartName
  /** Account numbers that differ from the chart's, by posting key. */
  chart?: Record<string, string>
  /** The month in which the fiscal year begins, 1 to 12. */
  fiscalYearStart?: number
  /** The tax adviser's number and the client number, for DATEV. */
  datev?: { consultant?: number; client?: number }
}

/** The country of the company, ISO 3166: that of its address, or the one that the merchant was created with. */
export const countryOfCompany = ({ company, country }: { company: Company; country: string }): string =>
  company.address?.countryCode ?? country

const required = ['legal name', 'street', 'postal code', 'city', 'organisation number', 'VAT number'] as const
export type CompanyDetail = (typeof required)[number]

/** Returns which company details are missing before documents can be issued. */
export function missingOf({
  legalName,
  address,
  organisationNumber,
  vatNumber,
  withoutVat,
  taxNumber,
}: Company): CompanyDetail[] {
  const known: Record<CompanyDetail, unknown> = {
    'legal name': legalName,
    street: address?.street,
    'postal code': address?.zipCode,
    city: address?.city,
    'organisation number': organisationNumber,
    'VAT number': vatNumber ?? taxNumber ?? withoutVat,
  }
  return required.filter((detail) => !known[detail])
}
