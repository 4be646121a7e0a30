import { validate as italian } from 'stdnum/lib/cjs/it/iva'
import type { Party } from '../model/document/content'
import { plainVatNumber } from '../model/vat-number'
import { type CompanyNumber, companyNumberIn } from './company-number'

/** Schemes of Peppol's list of electronic addresses (EAS) for the VAT numbers of countries. */
const vatSchemes = {
  AT: '9914',
  BE: '9925',
  BG: '9926',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  EE: '9931',
  EL: '9933',
  ES: '9920',
  FR: '9957',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  SI: '9949',
  SK: '9950',
} as const

type VatScheme = (typeof vatSchemes)[keyof typeof vatSchemes]

interface ElectronicAddress {
  scheme: VatScheme | CompanyNumber['scheme'] | '0007' | '0211' | 'EM'
  id: string
}

/**
 * Returns the address under which a party receives Peppol invoices: its Swedish organisation number, else its VAT
 * number, else a number of its country's company register. Peppol does not accept e-mail addresses.
 */
export const peppolAddressOf = (party: Party): ElectronicAddress | undefined =>
  commonAddressOf(party) ?? nationalAddressOf(party)

/** Returns the address in a Factur-X invoice, where EN 16931 also allows e-mail addresses. */
export const facturXAddressOf = (party: Party): ElectronicAddress | undefined =>
  commonAddressOf(party) ?? (party.email ? { scheme: 'EM', id: party.email } : undefined)

function commonAddressOf({
  address,
  organisationNumber = '',
  vatNumber = '',
}: Party): ElectronicAddress | undefined {
  // With twelve digits, 16 precedes an organisation's number.
  const digits = organisationNumber.replace(/\D/g, '').replace(/^16(?=\d{10}$)/, '')
  if (address?.countryCode?.toUpperCase() === 'SE' && isSwedishOrganisation(digits))
    return { scheme: '0007', id: digits }
  const compact = plainVatNumber(vatNumber)
  const scheme = Object.entries(vatSchemes).find(([country]) => compact.startsWith(country))?.[1]
  return scheme && { scheme, id: compact }
}

/** The number in the register of the party's country. In some countries the VAT number contains it. */
function nationalAddressOf({
  address,
  organisationNumber = '',
  vatNumber = '',
}: Party): ElectronicAddress | undefined {
  const [, country = '', number = ''] = /^([A-Z]{2})(.*?)(?:MVA)?$/.exec(plainVatNumber(vatNumber)) ?? []
  if (country === 'IT' && italian(number).isValid) return { scheme: '0211', id: `IT${number}` }
  return (
    companyNumberIn(address?.countryCode?.toUpperCase() ?? '', organisationNumber) ??
    companyNumberIn(country, number)
  )
}

/** Ten digits, of which the last one is the check digit (Luhn). */
function isSwedishOrganisation(digits: string): boolean {
  if (!/^\d{10}$/.test(digits)) return false
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
