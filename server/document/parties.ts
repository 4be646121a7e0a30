import type { Merchant } from '@/db/schema'
import { shopName } from '../mail/sender'
import type { Customer } from '../model/account'
import { countryOfCompany } from '../model/company'
import type { DocumentBranding, Party } from '../model/document/content'
import { xmlText } from './einvoice-terms'

/** Returns the seller of a document issued now. Without company details, a test merchant has at least its name. */
export function sellerOf(merchant: Merchant): Party {
  const { company, branding } = merchant
  const { legalName, address, organisationNumber, vatNumber, taxNumber, phone, particulars } = company
  return {
    name: legalName ?? shopName(merchant),
    address: { ...address, countryCode: countryOfCompany(merchant) },
    ...(organisationNumber && { organisationNumber }),
    ...(vatNumber && { vatNumber }),
    ...(taxNumber && { taxNumber }),
    ...(phone && { phone }),
    ...(particulars && { particulars }),
    ...(branding.supportEmail && { email: branding.supportEmail }),
    isBusiness: true,
  }
}

/** Returns the buyer of a document. A person's identity number is never on it. */
export function buyerOf(customer: Customer | null): Party {
  const { type, identityNumber, name, address, email, vatNumber } = customer ?? {}
  const isBusiness = type === 'organisation'
  return {
    ...(name && { name }),
    ...(address && { address }),
    ...(isBusiness && identityNumber && { organisationNumber: identityNumber }),
    ...(isBusiness && vatNumber && { vatNumber }),
    ...(email && { email }),
    ...(type && { isBusiness }),
  }
}

/** Whether a buyer is known well enough for an invoice. Otherwise the document is a receipt. */
export const canBeInvoiced = ({ name, address }: Party): boolean =>
  Boolean(xmlText(name) && xmlText(address?.city) && (xmlText(address?.street) || xmlText(address?.zipCode)))

/** ISO 3166; empty if it is not known. */
export const countryOf = ({ address }: Party): string => address?.countryCode?.toUpperCase() ?? ''

export function brandingOf(merchant: Merchant): DocumentBranding {
  const { logo, colour, supportEmail } = merchant.branding
  return {
    name: shopName(merchant),
    ...(logo && { logo }),
    ...(colour && { colour }),
    ...(supportEmail && { supportEmail }),
  }
}
