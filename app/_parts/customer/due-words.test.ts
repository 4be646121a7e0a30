import { expect, test } from 'vitest'
import { nextPaymentInWords, orderDueInWords } from './due-words'
import { wordsFor } from './words'

const today = '2026-11-28'
const languages = (['en', 'sv', 'de'] as const).map((language) => wordsFor(language))

test.each([
  ['2026-11-26', 'Due on 26 November 2026', 'Förföll den 26 november 2026', 'Fällig am 26. November 2026'],
  ['2026-11-27', 'Due yesterday', 'Förföll i går', 'Fällig gestern'],
  ['2026-11-28', 'Due today', 'Förfaller i dag', 'Fällig heute'],
  ['2026-11-29', 'Due tomorrow', 'Förfaller i morgon', 'Fällig morgen'],
])('an order that is due on %s: %s, %s, %s', (due, ...texts) => {
  expect(languages.map((words) => orderDueInWords(words, due, today))).toEqual(texts)
})

test.each([
  ['2026-11-27', 'Payment due yesterday', 'Förföll i går', 'Fällig gestern'],
  ['2026-11-28', 'Payment due today', 'Förfaller i dag', 'Fällig heute'],
  ['2026-11-29', 'Next payment tomorrow', 'Nästa betalning i morgon', 'Nächste Zahlung morgen'],
])('a subscription that is due on %s: %s, %s, %s', (due, ...texts) => {
  expect(languages.map((words) => nextPaymentInWords(words, due, today))).toEqual(texts)
})
