import { describe, expect, test } from 'vitest'
import type { Language } from '@/server/model/language'
import { formatFor } from './format'

const at = '2031-03-14T23:30:00.000Z'

/** Intl uses non-breaking spaces. */
const plain = (text: string) => text.replace(/\s/g, ' ')

function formatted(locale: string, timeZone: string, language: Language = 'en') {
  const format = formatFor(language, locale, timeZone)
  return {
    money: (amount: string, currency: string) => plain(format.money({ amount, currency })),
    date: plain(format.date(at)),
    moment: plain(format.moment(at)),
    weekday: plain(format.weekday('2031-03-14')),
    number: plain(format.number(1234.5)),
  }
}

test('en-SE, in Stockholm', () => {
  const { money, ...rest } = formatted('en-SE', 'Europe/Stockholm')
  expect(money('123450', 'SEK')).toBe('1 234,50 kr')
  expect(rest).toEqual({
    date: '15 March 2031',
    moment: '15 March 2031 at 00:30 CET',
    weekday: 'Friday, 14 March 2031',
    number: '1 234,5',
  })
})

test('en-US, in New York', () => {
  const { money, ...rest } = formatted('en-US', 'America/New_York')
  expect(money('123450', 'USD')).toBe('$1,234.50')
  expect(rest).toEqual({
    date: 'March 14, 2031',
    moment: 'March 14, 2031 at 7:30 PM EDT',
    weekday: 'Friday, March 14, 2031',
    number: '1,234.5',
  })
})

test('Swedish and German, for customers of merchants in another region', () => {
  const { money, ...rest } = formatted('en-DE', 'Europe/Berlin', 'sv')
  expect(money('123450', 'EUR')).toBe('1 234,50 €')
  expect(rest).toEqual({
    date: '15 mars 2031',
    moment: '15 mars 2031 kl. 00:30 CET',
    weekday: 'fredag 14 mars 2031',
    number: '1 234,5',
  })
  const { money: germanMoney, ...german } = formatted('sv-SE', 'Europe/Stockholm', 'de')
  expect(germanMoney('123450', 'SEK')).toBe('1.234,50 SEK')
  expect(german).toEqual({
    date: '15. März 2031',
    moment: '15. März 2031, 00:30 Uhr (MEZ)',
    weekday: 'Freitag, 14. März 2031',
    number: '1.234,5',
  })
})

test('English in Germany, as on the account page', () => {
  const { money, ...rest } = formatted('de-DE', 'Europe/Berlin')
  expect(money('123450', 'EUR')).toBe('€1.234,50')
  expect(rest).toMatchObject({
    date: '15 March 2031',
    moment: '15 March 2031 at 00:30 CET',
    weekday: 'Friday, 14 March 2031',
  })
})

describe('uses the decimals of ISO 4217', () => {
  test.each([
    ['1234', 'JPY', '¥1,234'],
    ['1234567', 'KWD', 'KWD 1,234.567'],
    ['123450', 'HUF', 'HUF 1,234.50'],
    ['123450', 'IQD', 'IQD 123.450'],
    ['1234567', 'CLF', 'CLF 123.4567'],
    ['999999999999999', 'USD', '$9,999,999,999,999.99'],
  ])('%s %s is %s', (amount, currency, expected) => {
    expect(formatted('en-US', 'UTC').money(amount, currency)).toBe(expected)
  })
})
