import { expect, test } from 'vitest'
import { visualRuns } from './right-to-left'

test.each([
  ['a postal code before a city', '12345 الرياض', [' الرياض', '12345']],
  ['numbers of houses', 'شارع الملك 15 مبنى 120', ['120', ' مبنى ', '15', 'شارع الملك ']],
  ['brackets, which are mirrored', 'קפה (250 גרם)', [' גרם(', '250', 'קפה )']],
  ['Arabic digits, which the font reverses', 'شارع ١٢٣', ['٣٢١', 'شارع ']],
  ['Persian digits alone', '۱۲۳', ['۳۲۱']],
  ['a bracket alone', 'שלום (1)', ['(', '1', 'שלום )']],
  ['a word within another direction', 'Kaffee קפה 250', ['Kaffee ', '250', 'קפה ']],
])('%s: runs are in the order in which they are drawn', (_, text, runs) => {
  expect(visualRuns(text, text)).toEqual(runs)
})

test('a line is read in the direction of its text', () => {
  expect(visualRuns('& Co. KG', 'קפה GmbH & Co. KG')).toEqual(['Co. KG', ' &'])
})
