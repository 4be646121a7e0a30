import { expect, test } from 'vitest'
import { mailTexts } from '@/emails/texts/texts'
import { documentTexts } from '@/server/document/texts'
import { languages } from '@/server/model/language'
import { namesIn } from '../_parts/customer/words'
import type { Catalogue } from './catalogue'
import { catalogues, isTextKey, languageNames, sayIn } from './texts'

const english: Catalogue = catalogues.en
const keys = Object.keys(english).filter(isTextKey)

const placeholders = (text: string) => [...new Set(text.match(/\{\w*\}/g))].sort()

test.each(Object.entries<Catalogue>(catalogues))('%s has every text that English has', (_, catalogue) => {
  expect(Object.keys(catalogue).sort()).toEqual([...keys].sort())
  for (const key of keys) {
    expect(catalogue[key].trim(), key).not.toBe('')
    expect(placeholders(catalogue[key]), key).toEqual(placeholders(english[key]))
  }
})

test.each(['sv', 'de'] as const)('%s is translated', (language) => {
  const same = keys.filter((key) => catalogues[language][key] === english[key])
  // Words that are the same in both languages.
  expect(same.length, `The same as in English: ${same.join(', ')}`).toBeLessThan(15)
})

test('inserts values into a text unchanged', () => {
  expect(sayIn('sv')('pay.button', { amount: '10,00 kr' })).toBe('Betala 10,00 kr')
  expect(sayIn('de')('home.helloName', { name: '{shop} $& <b>' })).toBe('Guten Tag, {shop} $& <b>')
})

test('a name that is written from right to left, or turns the direction, does not turn what follows', () => {
  const say = sayIn('en')
  for (const what of ['קפה 3', 'شاي', '\u202ecoffee'])
    expect(say('need.what', { what, when: 'on 29 November' })).toBe(
      `\u2068${what}\u2069, due on 29 November.`,
    )
  expect(namesIn(['\u202ecoffee', 'Tea'], say)).toBe('\u2068\u202ecoffee\u2069, Tea')
})

test('an unknown shop fits into the sentences that name it', () => {
  const say = sayIn('de')
  const shop = say('frame.theShop')
  for (const key of ['login.give', 'login.cut', 'link.cut'] as const)
    expect(say(key, { shop })).toContain('bei dem Händler')
})

test.each(languages)('a receipt has one name on pages, in mail and on the document: %s', (language) => {
  // Swedish: "kvitto", "kvittot", "kvitton".
  const name = documentTexts[language].titles.receipt.toLowerCase()
  const catalogue = catalogues[language]
  const onPages = ['documents.title', 'documents.receipt', 'link.paid', 'link.receipt'] as const
  const { subject, button } = mailTexts[language].receipt
  for (const text of [...onPages.map((key) => catalogue[key]), subject('Shop', '1'), button])
    expect(text.toLowerCase()).toContain(name)
})

test('names each language in that language', () => {
  expect(Object.keys(languageNames)).toEqual(Object.keys(catalogues))
})
