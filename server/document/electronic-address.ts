import type { Party } from '../model/document/content'

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

type AddressScheme = (typeof vatSchemes)[keyof typeof vatSchemes] | '0007' | 'EM'

/**
 * Returns the address under which a party receives electronic invoices: its Swedish organisation number, else its VAT
 * number, else its e-mail address.
 */
export function addressOf(party: Party): { scheme: AddressScheme; id: string } | undefined {
  const { address, organisationNumber = '', vatNumber = '', email } = party
  const digits = organisationNumber.replace(/\D/g, '')
  if (address?.countryCode?.toUpperCase() === 'SE' && isSwedishOrganisation(digits))
    return { scheme: '0007', id: digits }
  const compact = vatNumber.replace(/[\s.-]/g, '').toUpperCase()
  const scheme = Object.entries(vatSchemes).find(([country]) => compact.startsWith(country))?.[1]
  if (scheme) return { scheme, id: compact }
  return email ? { scheme: 'EM', id: email } : undefined
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
