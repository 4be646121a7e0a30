import type { Party } from '../model/document/content'
import { namesCountry, plainVatNumber } from '../model/vat-number'
import type { CompanyNumber } from './company-number'
import type { EinvoiceFormat, Ubl } from './einvoice-terms'
import { isOutside, vat, xmlText } from './einvoice-terms'
import { facturXAddressOf, peppolAddressOf } from './electronic-address'
import type { IssuedDocument } from './issued'
import { countryOf } from './parties'
import { registrationOf } from './peppol-national-rules'

type SellerParty = Ubl['cac:AccountingSupplierParty']['cac:Party']
type BuyerParty = Ubl['cac:AccountingCustomerParty']['cac:Party']
type Country = SellerParty['cac:PostalAddress']['cac:Country']['cbc:IdentificationCode']

export function sellerOf({ content }: IssuedDocument, format: EinvoiceFormat): SellerParty {
  const { seller, branding, totals } = content
  const { phone, particulars, email = branding.supportEmail } = seller
  const shop = xmlText(branding.name) || (seller.name ?? '')
  const taxSchemes = isOutside(totals) ? undefined : taxSchemesOf(seller)
  return {
    ...endpointOf({ ...seller, ...(email && { email }) }, format),
    'cac:PartyName': { 'cbc:Name': shop },
    'cac:PostalAddress': postalAddressOf(seller),
    ...(taxSchemes && { 'cac:PartyTaxScheme': taxSchemes }),
    'cac:PartyLegalEntity': {
      ...legalEntityOf(seller, format === 'peppol' ? registrationOf(content, 'seller') : undefined),
      ...(particulars && { 'cbc:CompanyLegalForm': particulars }),
    },
    ...((phone || email) && {
      'cac:Contact': {
        'cbc:Name': shop,
        ...(phone && { 'cbc:Telephone': phone }),
        ...(email && { 'cbc:ElectronicMail': email }),
      },
    }),
  }
}

/** The seller's VAT number, or the number at the tax office. */
function taxSchemesOf({ vatNumber, taxNumber }: Party): SellerParty['cac:PartyTaxScheme'] {
  if (vatNumber) return [{ 'cbc:CompanyID': plainVatNumber(vatNumber), ...vat }]
  return taxNumber ? [{ 'cbc:CompanyID': taxNumber, 'cac:TaxScheme': { 'cbc:ID': 'FC' } }] : undefined
}

export function buyerOf({ content }: IssuedDocument, format: EinvoiceFormat): BuyerParty {
  const { buyer, totals } = content
  const { vatNumber, email } = buyer
  return {
    ...endpointOf(buyer, format),
    'cac:PostalAddress': postalAddressOf(buyer),
    // BR-CO-09
    ...(vatNumber &&
      namesCountry(vatNumber) &&
      !isOutside(totals) && { 'cac:PartyTaxScheme': { 'cbc:CompanyID': plainVatNumber(vatNumber), ...vat } }),
    'cac:PartyLegalEntity': legalEntityOf(
      buyer,
      format === 'peppol' ? registrationOf(content, 'buyer') : undefined,
    ),
    ...(email && { 'cac:Contact': { 'cbc:ElectronicMail': email } }),
  }
}

/** `registration` is the organisation number with its scheme, where that is required. */
function legalEntityOf({ name = '', organisationNumber }: Party, registration: CompanyNumber | undefined) {
  const number = registration?.id ?? (organisationNumber && plainRegistration(organisationNumber))
  return {
    'cbc:RegistrationName': name,
    ...(number && { 'cbc:CompanyID': number }),
    ...(registration && { 'cbc:CompanyID@schemeID': registration.scheme }),
  }
}

function postalAddressOf(party: Party) {
  const { street, city, zipCode } = party.address ?? {}
  return {
    ...(street && { 'cbc:StreetName': street }),
    ...(city && { 'cbc:CityName': city }),
    ...(zipCode && { 'cbc:PostalZone': zipCode }),
    'cac:Country': countryIn(party),
  }
}

/** Digits without what groups them. A number such as "HRB 1234" is stated as it was entered. */
const plainRegistration = (number: string) =>
  /^[\d\s.-]+$/.test(number) ? plainVatNumber(number) : xmlText(number)

export const countryIn = (party: Party) => ({ 'cbc:IdentificationCode': countryOf(party) as Country })

function endpointOf(party: Party, format: EinvoiceFormat) {
  const address = format === 'peppol' ? peppolAddressOf(party) : facturXAddressOf(party)
  return address && { 'cbc:EndpointID': address.id, 'cbc:EndpointID@schemeID': address.scheme }
}
