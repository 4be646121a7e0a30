import { expect, test } from 'vitest'
import { moneyIn } from '@/server/model/money/format-money'
import { type NumberKind, numberProblem, readAs } from './number-problem'

const formatIn = (locale: string) => ({
  locale,
  money: (of: { amount: bigint; currency: string }) => moneyIn(locale, of),
  number: (value: number, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).format(value),
})
const sweden = formatIn('en-SE')
const plain = (text: string | undefined) => text?.replace(/\s/g, ' ')
const amount = { kind: 'amount', currency: 'SEK', max: 19_800n } as const

test.each<[string, NumberKind, string | undefined]>([
  ['0', amount, 'Enter an amount above 0.'],
  ['-5', amount, 'Enter the amount without a minus sign.'],
  ['abc', amount, '“abc” is not a number. Enter the amount in digits, such as 1 000,50.'],
  ['1.000,00', amount, '198,00 kr is left. Enter that amount or less.'],
  ['198,01', amount, '198,00 kr is left. Enter that amount or less.'],
  ['198', amount, undefined],
  ['1,005', { kind: 'amount', currency: 'SEK' }, 'Amounts in SEK have at most 2 decimals.'],
  ['1,5', { kind: 'amount', currency: 'JPY' }, 'Amounts in JPY have no decimals.'],
  ['9999999999999999', amount, 'The amount has too many digits.'],
  ['0', { kind: 'price' }, undefined],
  ['0,1234567', { kind: 'price' }, 'Enter at most 6 decimals.'],
  ['101', { kind: 'percent' }, 'Enter a rate of at most 100%.'],
  ['0', { kind: 'quantity' }, 'Enter a quantity above 0.'],
  ['two', { kind: 'quantity' }, '“two” is not a number. Enter the quantity in digits, such as 1,5.'],
  ['', amount, 'Enter an amount.'],
  ['0', { kind: 'units', max: 3 }, undefined],
  ['3', { kind: 'units', max: 3 }, undefined],
  ['4', { kind: 'units', max: 3 }, '3 left. Enter 3 or less.'],
  ['-1', { kind: 'units', max: 3 }, 'Enter the quantity without a minus sign.'],
  ['1,5', { kind: 'units', max: 3 }, 'Enter a whole number.'],
  ['abc', { kind: 'units', max: 3 }, '“abc” is not a number. Enter the quantity in digits, such as 1.'],
])('what is wrong with "%s"', (typed, kind, problem) => {
  expect(plain(numberProblem(typed, kind, sweden, 'Enter an amount.'))).toBe(problem)
})

test('says how it read an ambiguous number', () => {
  expect(plain(readAs('1.000', sweden))).toBe('Read as 1 000')
  expect(plain(readAs('1,000', formatIn('en-US')))).toBe('Read as 1,000')
  expect(plain(readAs('1.000', formatIn('en-US')))).toBe('Read as 1')
  expect(readAs('1 000,00', sweden)).toBeUndefined()
})
