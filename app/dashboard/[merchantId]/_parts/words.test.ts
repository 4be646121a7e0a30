import { describe, expect, test } from 'vitest'
import { itemsInShort } from '@/server/model/subscription/schedule-in-words'
import { orderName } from './order-name'
import { type Foreseen, nextCharge, nextInWords, onDay, shortDay, subscriptionInSentence } from './words'

const today = '2026-11-21'

test('in a sentence, a subscription without names and number is "the subscription"', () => {
  expect(subscriptionInSentence(itemsInShort(100, null))).toBe('the subscription')
  expect(subscriptionInSentence(itemsInShort({ name: 'Coffee', price: 100 }))).toBe('Coffee')
})

test.each([
  ['2026-11-21', 'today', 'today'],
  ['2026-11-22', 'tomorrow', 'tomorrow'],
  ['2026-11-20', 'yesterday', 'yesterday'],
  ['2026-11-27', 'on Friday', '27 Nov'],
  ['2026-11-28', 'on 28 November', '28 Nov'],
  ['2026-11-14', 'on 14 November', '14 Nov'],
  ['2027-01-31', 'on 31 January 2027', '31 Jan 2027'],
])('%s is %s, or %s', (day, sentence, table) => {
  expect([onDay(day, today), shortDay(day, today)]).toEqual([sentence, table])
})

const monthly: Foreseen = {
  schedule: { frequency: 'monthly', offset: -1 },
  ...{ start: '2026-01-01', due: '2026-11-30', end: null, billed: '2026-10-31' },
  ...{ isOver: false, isSuspended: false, price: '249 kr', unpaid: undefined, retryOn: null },
}

describe('what happens next', () => {
  test.each<[Partial<Foreseen>, string]>([
    [{}, '249 kr will be charged on 30 November.'],
    [{ end: '2026-12-31' }, '249 kr will be charged on 30 November. The subscription ends on 31 December.'],
    [{ due: today }, '249 kr is due today and will be charged within a minute.'],
    [{ due: '2026-11-20' }, '249 kr was due yesterday and will be charged within a minute.'],
    [{ due: null, end: '2026-11-25' }, 'Nothing more will be charged. The subscription ends on Wednesday.'],
    [
      { unpaid: '249 kr', retryOn: '2026-11-27', attempts: { attempt: 1, attempts: 5 } },
      'Payment of 249 kr failed. Next attempt on Friday (attempt 2 of 5). If all attempts fail, the account is suspended. Next regular payment: 30 Nov.',
    ],
    [
      { unpaid: '249 kr', retryOn: '2026-11-27', attempts: { attempt: 4, attempts: 5 } },
      'Payment of 249 kr failed. Next attempt on Friday (attempt 5 of 5). If it fails too, the account is suspended. Next regular payment: 30 Nov.',
    ],
    [
      { unpaid: '249 kr' },
      'Payment of 249 kr failed. It is being retried now. Next regular payment: 30 Nov.',
    ],
    [
      { isSuspended: true, unpaid: '249 kr', due: '2026-10-31', billed: '2026-09-30' },
      'All payment attempts failed. Nothing more will be charged until 249 kr is paid or written off; after that, 249 kr will be charged on 30 November.',
    ],
    [
      { isSuspended: true },
      'All payment attempts failed. Nothing more will be charged until the account’s unpaid amount is paid or written off; after that, 249 kr will be charged on 30 November.',
    ],
    [
      { isSuspended: true, unpaid: '249 kr', due: null, end: '2026-11-25' },
      'All payment attempts failed, and nothing more will be charged. The subscription ends on Wednesday.',
    ],
    [
      { isSuspended: true, unpaid: '249 kr', due: '2026-10-31', billed: '2026-09-30', end: '2026-11-25' },
      'All payment attempts failed, and nothing more will be charged. The subscription ends on Wednesday.',
    ],
    [{ isOver: true, due: null, end: today }, 'Ended today. No further payments.'],
    [
      { isOver: true, due: null, end: '2026-11-20', unpaid: '249 kr', retryOn: '2026-11-22' },
      'Ended yesterday, but 249 kr is unpaid. Next attempt tomorrow.',
    ],
    [
      { isOver: true, due: null, end: '2026-11-20', unpaid: '249 kr' },
      'Ended yesterday, but 249 kr is unpaid and will not be retried automatically.',
    ],
  ])('%o: %s', (change, sentence) => expect(nextInWords({ ...monthly, ...change }, today)).toBe(sentence))
})

test('the next charge of a suspended account is the first one to come, which may have a planned price', () => {
  const past = { ...monthly, due: '2026-10-31', billed: '2026-09-30' }
  expect(nextCharge(past, today)).toBe('2026-10-31')
  expect(nextCharge({ ...past, isSuspended: true }, today)).toBe('2026-11-30')
  expect(nextCharge({ ...past, isSuspended: true, end: '2026-11-25' }, today)).toBeNull()
  expect(nextCharge({ ...past, isSuspended: true, due: null }, today)).toBeNull()
})

test('an order without a number is named by what it bills', () => {
  const order = { id: 'aKdRUwhpmEoXqTfB', number: null, subscriptionName: 'Coffee', due: '2026-11-20' }
  expect(orderName(order, '2026-11-22')).toBe('Coffee, 20 November')
  expect(orderName({ ...order, number: 'T-1' }, '2026-11-22')).toBe('Order T-1')
  expect(orderName({ ...order, subscriptionName: null }, '2026-11-22')).toBe('Payment due 20 November')
  expect(orderName({ ...order, due: null }, '2026-11-22')).toBe('Payment of Coffee')
  const once = { ...order, subscriptionName: null, due: null }
  expect(orderName(once, '2026-11-22')).toBe('Order aKdRUwhpmEoXqTfB')
})
