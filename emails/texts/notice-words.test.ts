import { expect, test } from 'vitest'
import { noticeWords } from './notice-words'

const format = { money: () => '30 kr', moment: () => '21 March' }
const about = { order: 'o1', number: 'A-1', amount: '3000', currency: 'SEK', due: '2031-03-21T13:03:00.000Z' }

test.each([
  [
    'opened',
    { ...about, what: 'dispute opened', reason: 'general', isInquiry: true } as const,
    {
      subject: 'A customer’s bank asks about 30 kr for order A-1',
      about: 'The bank has only asked about this payment and has taken no money. The bank’s reason: general.',
    },
  ],
  [
    'due',
    { ...about, what: 'dispute due', isInquiry: true } as const,
    {
      subject: 'Respond to the inquiry about 30 kr for order A-1',
      about: 'The bank has no response from you yet.',
    },
  ],
])('does not say that an inquiry took money: %s', (_, notice, words) => {
  expect(noticeWords(notice, { merchant: 'Shop', format })).toEqual({
    ...words,
    deadline:
      'Respond by 21 March, or refund the order. Without a response, the inquiry can become a dispute.',
  })
})

test('asks for evidence in a dispute', () => {
  expect(noticeWords({ ...about, what: 'dispute due' }, { merchant: 'Shop', format })).toEqual({
    subject: 'Respond to the dispute over 30 kr for order A-1',
    about: 'The bank has no evidence from you yet.',
    deadline: 'Respond with evidence by 21 March. Without a response, the customer keeps the money.',
  })
})

test('says that a debt that could not be collected is still owed, and that a failed payout is back in the balance', () => {
  const failed = (amount: string) =>
    noticeWords(
      { what: 'payout failed', service: 'Stripe', amount, currency: 'SEK' },
      { merchant: 'Shop', format: { ...format, money: (money) => `${money.amount} öre` } },
    )
  expect(failed('3000')).toEqual({
    subject: 'A payout of 3000 öre to the bank of Shop failed',
    about:
      'The money is back in your Stripe balance and will be part of the next payout. Check your bank details at Stripe.',
  })
  expect(failed('-3000')).toEqual({
    subject: 'Stripe could not collect 3000 öre from the bank account of Shop',
    about: 'You still owe it: the next payouts will be smaller. Check your bank details at Stripe.',
  })
})
