import { numberFormat } from '../formats'
import { separatorsIn } from './format-money'

/** What a person typed as a number. `doubtful`: it could also be read in another way, such as 1.000 as 1 or 1000. */
export type Reading = { value: number; doubtful: boolean } | { problem: 'empty' | 'unreadable' | 'too long' }

const spaces = /[\s'’]/g
/** Digits that are grouped by threes, if at all. */
const grouped = /^\d+$|^\d{1,3}(?: \d{3})+$/

/**
 * Reads a number as people type it: with a decimal point or comma, and with spaces, points, commas or apostrophes
 * between thousands. An ambiguous number is read as in `locale` (BCP 47). Currency signs are skipped.
 */
export function readNumber(typed: string, locale: string): Reading {
  const text = typed.trim().replace(/^\p{Sc}\s*|\s*(?:\p{Sc}|kr)$/gu, '')
  if (text === '') return { problem: 'empty' }
  const sign = /^[-−–]/.test(text) ? -1 : 1
  const parts = split(text.replace(/^[-−–+]\s*/, '').replace(spaces, ' '), separatorsIn(locale).decimal)
  if (!parts) return { problem: 'unreadable' }
  const { whole, fraction, doubtful } = parts
  const digits = whole.replaceAll(' ', '').replace(/^0+(?=\d)/, '')
  // More digits than a number holds exactly.
  if (digits.length + fraction.length > 15) return { problem: 'too long' }
  return { value: sign * Number(`${digits || '0'}.${fraction || '0'}`), doubtful }
}

/** Splits a number at its decimal separator. Groups of digits are separated by spaces in `whole`. */
function split(
  text: string,
  decimal: string,
): { whole: string; fraction: string; doubtful: boolean } | undefined {
  const marks = text.replace(/[^.,]/g, '')
  const last = marks.at(-1) ?? ''
  const at = last ? text.lastIndexOf(last) : -1
  const isOneKind = [...marks].every((mark) => mark === last)
  // 1.000 and 12,345: the only separator, with three digits after it.
  const doubtful = marks.length === 1 && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)
  const hasFraction = last !== '' && (doubtful ? last === decimal : marks.length === 1 || !isOneKind)
  if (hasFraction && text.slice(0, at).includes(last)) return undefined
  const whole = hasFraction ? text.slice(0, at) : text
  const fraction = hasFraction ? text.slice(at + 1) : ''
  const groups = whole.replace(/[.,]/g, ' ')
  const isMixed = /[.,]/.test(whole) && whole.includes(' ')
  if (isMixed || !/^\d*$/.test(fraction) || (groups === '' && fraction === '')) return undefined
  return groups === '' || grouped.test(groups) ? { whole: groups, fraction, doubtful } : undefined
}

/**
 * Writes a number with the decimal separator of a locale, without groups, and with at least `min` decimals, so that
 * `readNumber` returns it.
 */
export const writeNumber = (value: number, locale: string, min = 0): string =>
  numberFormat('en', { useGrouping: false, minimumFractionDigits: min, maximumFractionDigits: 20 })
    .format(value)
    .replace('.', separatorsIn(locale).decimal)
