import { describe, expect, test } from 'vitest'
import type { Dated } from '@/server/model/subscription/terms'
import { givenUpInWords, nextPaymentInWords, orderDueInWords } from './due-words'
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

describe('a payment that is not retried any more', () => {
  const monthly: Dated = {
    schedule: { frequency: 'monthly' },
    ...{ start: '2026-10-15', due: '2026-11-15', end: null, billed: '2026-10-15' },
  }
  const over = { ...monthly, due: null, end: '2026-11-20' }
  const said = (subscriptions: Dated[]) =>
    languages.map((words) => givenUpInWords(words, subscriptions, today))

  test('pauses the subscriptions that have payments to come', () => {
    expect(said([over, monthly])).toEqual([
      expect.stringMatching(/ automatically\. .* your subscriptions are paused\.$/),
      expect.stringMatching(/ automatiskt igen\. .* dina prenumerationer är pausade\.$/),
      expect.stringMatching(/ automatisch\. .* Ihre Abonnements sind pausiert\.$/),
    ])
  })

  test.each<[string, Dated[]]>([
    ['there are none', []],
    ['they have ended', [over]],
    ['they end without another payment', [{ ...monthly, due: null, end: '2026-12-14' }]],
    ['they end before their next date', [{ ...monthly, end: '2026-12-10' }]],
  ])('does not mention subscriptions if %s', (_, subscriptions) => {
    expect(said(subscriptions)).toEqual([
      expect.stringMatching(/ automatically\.$/),
      expect.stringMatching(/ automatiskt igen\.$/),
      expect.stringMatching(/ automatisch\.$/),
    ])
  })
})
