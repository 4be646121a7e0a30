// @module-tag slow

import { expect, test } from 'vitest'
import { mailExamples } from '@/test/mails'
import { mailRenderer } from '@/test/rendered-mail'
import { declineCodes } from '../model/card/service'

// What mail says about why a payment failed, and with which card it can be paid.

const rendered = mailRenderer()

test.each(declineCodes)('%s is described in words, never as a code', async (code) => {
  for (const template of ['payment-failed', 'payment-given-up'] as const) {
    const { text, html } = await rendered(template, { ...mailExamples['payment-failed'], code })
    expect(`${text} ${html}`).not.toMatch(
      /lost|stolen|fraud|suspected|blocked|restricted|rule violation|invalid/i,
    )
  }
})

test('lost, stolen and suspected cards get exactly the text of a plain decline', async () => {
  const about = (code: string) => rendered('payment-failed', { ...mailExamples['payment-failed'], code })
  const plainDecline = await about('card declined')
  for (const code of [
    'card lost or stolen',
    'suspected fraud',
    'card restricted',
    'anything new',
    'constructor',
  ]) {
    expect(await about(code)).toEqual(plainDecline)
  }
  expect(await about('insufficient funds')).not.toEqual(plainDecline)
})

test.each([
  ['never arrived', /a technical problem on our side/, /ett tekniskt fel hos oss/, /Problems bei uns/],
  ['invalid currency', /in this currency/, /i den här valutan/, /in dieser Währung/],
])('%s is not blamed on the bank or the card', async (code, en, sv, de) => {
  for (const [language, words] of [
    ['en', en],
    ['sv', sv],
    ['de', de],
  ] as const) {
    const data = { ...mailExamples['payment-failed'], code }
    const { text } = await rendered('payment-failed', data, {}, { language })
    expect(text.replace(/\s+/g, ' ')).toMatch(words)
    expect(text).not.toMatch(/\bbank/i)
  }
})

test.each([
  ['insufficient funds', true],
  ['card expired', false],
  ['invalid card number', false],
  ['unsupported card', false],
])('the same card is offered only if it may be charged: %s', async (code, isOffered) => {
  for (const [language, same, another] of [
    ['en', 'the same one', 'with another card'],
    ['sv', 'med samma', 'med ett annat kort'],
    ['de', 'derselben Karte', 'mit einer anderen'],
  ] as const)
    for (const template of ['payment-failed', 'payment-given-up'] as const) {
      const data = { ...mailExamples['payment-failed'], code }
      const { text } = await rendered(template, data, {}, { language })
      const said = text.replace(/\s+/g, ' ')
      expect(said).toContain(another)
      expect(said.includes(same)).toBe(isOffered)
    }
})

test('an account without a card is asked to add one', async () => {
  const { card: _, ...cardless } = mailExamples['payment-failed']
  const data = { ...cardless, code: 'card declined' }
  const { text } = await rendered('payment-failed', data)
  expect(text).toContain('There is no card on your account. Add a card to pay.')
  for (const said of [text, (await rendered('payment-given-up', data)).text]) {
    expect(said).toContain('You can pay now with a card.')
    expect(said).not.toContain('another card')
  }
})
