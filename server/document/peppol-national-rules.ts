import type { DocumentContent, Party } from '../model/document/content'
import type { EinvoiceObstacle } from '../model/document/einvoice-obstacle'
import { plainVatNumber } from '../model/vat-number'
import { type CompanyNumber, companyNumberIn } from './company-number'
import { isOutside } from './einvoice-terms'
import { countryOf } from './parties'

type Rule = (content: DocumentContent) => EinvoiceObstacle | undefined

/** Rules for sellers with an address in a country. Their names are those of the published Schematron. */
const byAddress: Record<string, Rule> = {
  // DE-R-001, DE-R-003, DE-R-004, DE-R-006 to DE-R-009 and DE-R-014
  DE: (content) => {
    if (!isDomestic(content)) return undefined
    const address = needsAddress(content, ['city', 'zipCode'])
    if (address) return address
    if (!hasContact(content)) return 'contact'
    return isOutside(content.totals) || !content.card ? 'germany' : undefined
  },
  // DK-R-002 and DK-R-014
  DK: (content) => (registrationOf(content, 'seller') ? undefined : 'company-number'),
  // IS-R-002 to IS-R-005
  IS: (content) =>
    needsAddress(content, ['street', 'zipCode']) ??
    (roles(content).every((role) => registrationOf(content, role)) ? undefined : 'company-number'),
  // NL-R-002 to NL-R-005
  NL: (content) =>
    needsAddress(content, ['street', 'city', 'zipCode']) ??
    (roles(content).every((role) => !content[role].organisationNumber || registrationOf(content, role))
      ? undefined
      : 'company-number'),
  // SE-R-005 and SE-R-006
  SE: ({ seller, totals }) => {
    if (!isOutside(totals) && !seller.vatNumber && seller.taxNumber) return 'sweden'
    return vatCountryOf({ seller, totals }) === 'SE' &&
      totals.some(({ rate }) => !swedishRates.has(rate ?? 0))
      ? 'vat-rate'
      : undefined
  },
}

/** Rules for sellers with a VAT number of a country, or with an address there and no VAT number. */
const byVatNumber: Record<string, Rule> = {
  // GR-R-001 and GR-R-004: the number of the invoice at the tax authority.
  EL: () => 'greece',
  GR: () => 'greece',
  // IT-R-002 to IT-R-004
  IT: ({ seller }) => (hasAll(seller, ['street', 'city', 'zipCode']) ? undefined : 'address'),
  // NO-R-001
  NO: ({ seller }) => {
    const [, number] = /^NO(.*)MVA$/.exec(plainVatNumber(seller.vatNumber ?? '')) ?? []
    return !seller.vatNumber || (number && companyNumberIn('NO', number)) ? undefined : 'vat-number'
  },
}

/** 0 stands for all categories other than standard rates. */
const swedishRates = new Set([0, 6, 12, 25])

/** Returns the fatal rule of Peppol for the seller's country that a document would break. */
export function nationalObstacleTo(content: DocumentContent): EinvoiceObstacle | undefined {
  return byAddress[countryOf(content.seller)]?.(content) ?? byVatNumber[vatCountryOf(content)]?.(content)
}

type Role = 'seller' | 'buyer'

/**
 * Returns a party's company number where Peppol's rules for the seller's country want it with its scheme, and
 * undefined elsewhere.
 */
export function registrationOf(content: DocumentContent, role: Role): CompanyNumber | undefined {
  const country = countryOf(content.seller)
  const isRuled = role === 'seller' ? ['DK', 'IS', 'NL'] : isDomestic(content) ? ['IS', 'NL'] : []
  return isRuled.includes(country)
    ? companyNumberIn(country, content[role].organisationNumber ?? '')
    : undefined
}

/** Who the rules of the seller's country are about: the buyer too, if it is in the same country. */
const roles = (content: DocumentContent): Role[] => (isDomestic(content) ? ['seller', 'buyer'] : ['seller'])

const isDomestic = ({ seller, buyer }: DocumentContent): boolean => countryOf(seller) === countryOf(buyer)

/** Documents outside the scope of VAT do not state VAT numbers. */
function vatCountryOf({ seller, totals }: Pick<DocumentContent, 'seller' | 'totals'>): string {
  return (!isOutside(totals) && plainVatNumber(seller.vatNumber ?? '').slice(0, 2)) || countryOf(seller)
}

const hasContact = ({ seller, branding }: DocumentContent): boolean =>
  Boolean(seller.phone && (seller.email ?? branding.supportEmail))

type AddressPart = 'street' | 'city' | 'zipCode'

const needsAddress = (content: DocumentContent, parts: AddressPart[]): EinvoiceObstacle | undefined =>
  roles(content).every((role) => hasAll(content[role], parts)) ? undefined : 'address'

const hasAll = ({ address }: Party, parts: AddressPart[]): boolean =>
  parts.every((part) => address?.[part]?.trim())
