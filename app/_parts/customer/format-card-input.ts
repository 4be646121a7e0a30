import validate from 'card-validator'
import type { Scheme } from '@/server/model/card/schemas'

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The schemes that a number reveals, by their names in `card-validator`. */
const schemes: Record<string, Scheme> = {
  'american-express': 'amex',
  'diners-club': 'diners',
  discover: 'discover',
  jcb: 'jcb',
  maestro: 'maestro',
  mastercard: 'mastercard',
  unionpay: 'unionpay',
  visa: 'visa',
}

/** The scheme of a complete or partial number. */
export const schemeOf = (number: string): Scheme =>
  schemes[validate.number(digitsOf(number)).card?.type ?? ''] ?? 'unknown'

/** Whether a number has enough digits for its scheme. The card service checks whether the number is real. */
export function isWholeNumber(number: string): boolean {
  const { length } = digitsOf(number)
  const { card } = validate.number(digitsOf(number))
  return card ? card.lengths.includes(length) : length >= 12 && length <= 19
}

/** A number, grouped as on cards of its scheme: 4 4 4 4, or 4 6 5 on American Express. */
export function spacedNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, 19)
  const gaps = validate.number(digits).card?.gaps ?? [4, 8, 12, 16]
  return [0, ...gaps]
    .map((start, group) => digits.slice(start, gaps[group]))
    .filter((part) => part !== '')
    .join(' ')
}

/** Month and year with a slash between them. A four-digit year, as browsers fill in, is shortened to two. */
export function spacedExpires(typed: string): string {
  const [first = '', second] = typed.split('/').map(digitsOf)
  if (second !== undefined)
    return `${first.length === 1 && second !== '' ? `0${first}` : first}/${yearOf(second)}`
  // A month never begins with 2 to 9.
  const digits = /^[2-9]/.test(first) ? `0${first}` : first
  return digits.length > 2 ? `${digits.slice(0, 2)}/${yearOf(digits.slice(2))}` : digits
}

const yearOf = (digits: string) => (digits.length === 4 ? digits.slice(2) : digits.slice(0, 4))

/**
 * Returns the cursor position in `after`, which replaces `typed`: after the same number of digits, or at the end if it
 * was at the end.
 */
export function caretIn(after: string, typed: string, caret: number): number {
  if (caret >= typed.length) return after.length
  let left = digitsOf(typed.slice(0, caret)).length
  let place = 0
  for (; left > 0 && place < after.length; place++) if (/\d/.test(after.charAt(place))) left--
  return place
}
