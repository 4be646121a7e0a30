import { expect, test } from 'vitest'
import { testCards } from '@/server/card/test/cards'
import { caretIn, isWholeNumber, schemeOf, spacedExpires, spacedNumber } from './format-card-input'

test('every test card is complete, and incomplete without its last digit', () => {
  for (const { number } of testCards) {
    expect(isWholeNumber(spacedNumber(number)), number).toBe(true)
    // UnionPay numbers vary in length.
    expect(isWholeNumber(number.slice(0, -1)), number).toBe(number.startsWith('62'))
  }
})

test.each([
  ['4111111111111111', '4111 1111 1111 1111', 'visa'],
  ['4111-1111 1111x1111', '4111 1111 1111 1111', 'visa'],
  ['378282246310005', '3782 822463 10005', 'amex'],
  ['3056930009020004', '3056 930009 020004', 'diners'],
  ['5', '5', 'unknown'],
  ['51', '51', 'mastercard'],
  ['', '', 'unknown'],
])('formats %j as %j', (typed, spaced, scheme) => {
  expect(spacedNumber(typed)).toBe(spaced)
  expect(schemeOf(typed)).toBe(scheme)
})

test.each([
  ['1', '1'],
  ['4', '04'],
  ['12', '12'],
  ['123', '12/3'],
  ['1230', '12/30'],
  ['12/30', '12/30'],
  ['4/30', '04/30'],
  ['12/2030', '12/30'],
  ['122030', '12/30'],
  ['12/', '12/'],
  ['12 / 30', '12/30'],
])('formats a month typed as %j as %j', (typed, spaced) => {
  expect(spacedExpires(typed)).toBe(spaced)
})

test('keeps the cursor after the same digit', () => {
  expect(caretIn('4111 1111 1', '411 11111', 6)).toBe(6)
  expect(caretIn('4111 1111', '41111111', 4)).toBe(4)
  expect(caretIn('4111', '4x111', 0)).toBe(0)
  expect(caretIn('4111 1', '41111', 5)).toBe(6)
  expect(caretIn('04', '4', 1)).toBe(2)
})
