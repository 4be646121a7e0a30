import { type BookkeepingSettings, type Company, countryOfCompany } from './company'
import { isInEu, vatAreaOf } from './vat-number'

interface OssMerchant {
  company: Company
  country: string
  bookkeeping: Pick<BookkeepingSettings, 'oneStopShop'>
}

/** What a merchant sold at a VAT rate, and what the document says about the buyer. */
interface SaleAtRate {
  /** Percent; null if no rate is known. */
  rate: number | null
  /** The country of the buyer's address, ISO 3166; null if the address has none. */
  country: string | null
  /** Whether the document states a VAT number of the buyer: the One-Stop Shop is for sales to consumers. */
  hasVatNumber: boolean
}

/**
 * Returns a function that tells whether VAT on a sale is reported through the EU's One-Stop Shop (OSS): VAT on sales to
 * consumers in other EU countries. Always false if the merchant has not turned OSS on: small sellers may charge their own
 * country's VAT.
 */
export function ossSalesOf(merchant: OssMerchant): (sale: SaleAtRate) => boolean {
  const home = vatAreaOf(countryOfCompany(merchant))
  return ({ rate, country, hasVatNumber }) => {
    const area = vatAreaOf(country ?? '')
    return (
      merchant.bookkeeping.oneStopShop === true &&
      (rate ?? 0) > 0 &&
      !hasVatNumber &&
      isInEu(area) &&
      area !== home
    )
  }
}
