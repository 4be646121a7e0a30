import { validate as belgian } from 'stdnum/lib/cjs/be/vat'
import { validate as danish } from 'stdnum/lib/cjs/dk/cvr'
import { validate as finnish } from 'stdnum/lib/cjs/fi/ytunnus'
import { validate as icelandic } from 'stdnum/lib/cjs/is/kennitala'
import { validate as norwegian } from 'stdnum/lib/cjs/no/orgnr'

type Scheme = '0106' | '0184' | '0190' | '0192' | '0196' | '0208' | '0216'

/** A company's number in the register of its country, as Peppol writes it. The scheme is that of ISO 6523. */
export interface CompanyNumber {
  scheme: Scheme
  id: string
}

/** By country, how its registers number companies. */
const registers: Record<string, { scheme: Scheme; read: (number: string) => string | undefined }[]> = {
  BE: [{ scheme: '0208', read: checked(belgian) }],
  DK: [{ scheme: '0184', read: checked(danish, 'DK') }],
  FI: [{ scheme: '0216', read: checked(finnish, '0037') }],
  IS: [{ scheme: '0196', read: checked(icelandic) }],
  // The trade register (KVK) and public bodies (OIN).
  NL: [
    { scheme: '0106', read: digits(8) },
    { scheme: '0190', read: digits(20) },
  ],
  NO: [{ scheme: '0192', read: checked(norwegian) }],
}

type Validate = (number: string) => { isValid: boolean; compact?: string }

/** Reads a number that has a check digit. `prefix` precedes its digits in Peppol. */
function checked(validate: Validate, prefix = '') {
  return (number: string): string | undefined => {
    const { isValid, compact } = validate(number)
    return isValid ? `${prefix}${compact}` : undefined
  }
}

function digits(count: number) {
  return (number: string): string | undefined =>
    new RegExp(`^\\d{${count}}$`).test(number) ? number : undefined
}

/** Returns a company number of a country; undefined if it is not one, or if the country is not in Kassa's list. */
export function companyNumberIn(country: string, number: string): CompanyNumber | undefined {
  const plain = number.replace(/[\s.-]/g, '')
  for (const { scheme, read } of registers[country] ?? []) {
    const id = read(plain)
    if (id !== undefined) return { scheme, id }
  }
  return undefined
}
