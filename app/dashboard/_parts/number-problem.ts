import { exponentOf, isCurrency } from '@/server/model/money/currencies'
import type { Money } from '@/server/model/money/money'
import { readNumber } from '@/server/model/money/read-number'

/** What a number in a field stands for, and its limits. */
export type NumberKind =
  /** An amount to charge, refund …; `max` is what is left, in minor units. */
  | { kind: 'amount'; currency: string; max?: bigint | undefined }
  /** A price per unit, which may be 0 and finer than the currency. */
  | { kind: 'price' }
  | { kind: 'percent' }
  | { kind: 'quantity' }
  /** Units of a line to charge, refund …; `max` is how many are left. */
  | { kind: 'units'; max: number }

/** How the merchant's numbers are read and written. */
export interface NumberFormat {
  locale: string
  money: (of: Money) => string
  number: (value: number, options?: Intl.NumberFormatOptions) => string
}

const names = {
  amount: 'amount',
  price: 'price',
  percent: 'rate',
  quantity: 'quantity',
  units: 'quantity',
} as const
const maxDecimals = 6

/** Returns what is wrong with a typed number, in a sentence; undefined if nothing is. An empty field is `missing`. */
export function numberProblem(
  typed: string,
  kind: NumberKind,
  { locale, money, number }: NumberFormat,
  missing?: string,
): string | undefined {
  const reading = readNumber(typed, locale)
  const name = names[kind.kind]
  if ('problem' in reading) {
    if (reading.problem === 'empty') return missing
    if (reading.problem === 'too long') return `The ${name} has too many digits.`
    return `“${typed.trim()}” is not a number. Enter the ${name} in digits, such as ${exampleOf(kind, number)}.`
  }
  const { value } = reading
  if (value < 0) return `Enter the ${name} without a minus sign.`
  if (value === 0 && (kind.kind === 'amount' || kind.kind === 'quantity'))
    return `Enter ${kind.kind === 'amount' ? 'an amount' : 'a quantity'} above 0.`
  if (kind.kind === 'units') {
    if (!Number.isInteger(value)) return 'Enter a whole number.'
    return value > kind.max ? `${number(kind.max)} left. Enter ${number(kind.max)} or less.` : undefined
  }
  if (kind.kind === 'percent' && value > 100) return 'Enter a rate of at most 100%.'
  const decimals = decimalsOf(value)
  if (kind.kind !== 'amount')
    return decimals > maxDecimals ? `Enter at most ${maxDecimals} decimals.` : undefined
  const { currency, max } = kind
  if (!isCurrency(currency)) return undefined
  const exponent = exponentOf(currency)
  if (decimals > exponent)
    return exponent === 0
      ? `Amounts in ${currency} have no decimals.`
      : `Amounts in ${currency} have at most ${exponent} decimals.`
  if (max !== undefined && value > Number(max) / 10 ** exponent)
    return `${money({ amount: max, currency })} is left. Enter that amount or less.`
  return undefined
}

function exampleOf({ kind }: NumberKind, number: NumberFormat['number']): string {
  if (kind === 'units') return number(1)
  return kind === 'percent' || kind === 'quantity'
    ? number(1.5)
    : number(1000.5, { minimumFractionDigits: 2 })
}

const decimalsOf = (value: number): number => {
  const [, fraction = ''] = new Intl.NumberFormat('en', { maximumFractionDigits: 20 })
    .format(value)
    .split('.')
  return fraction.length
}

/** Returns how an ambiguous number was read: "Read as 1 000". */
export function readAs(typed: string, { locale, number }: NumberFormat): string | undefined {
  const reading = readNumber(typed, locale)
  if ('problem' in reading || !reading.doubtful) return undefined
  return `Read as ${number(reading.value, { maximumFractionDigits: maxDecimals })}`
}
