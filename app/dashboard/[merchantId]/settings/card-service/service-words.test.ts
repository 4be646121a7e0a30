import { expect, test } from 'vitest'
import { titleInSentence } from './service-words'

test('a sentence has an article for the simulated acquirer only', () => {
  expect(titleInSentence({ name: 'northpay', title: 'NorthPay' })).toBe('NorthPay')
  expect(titleInSentence({ name: 'test', title: 'Simulated acquirer' })).toBe('the simulated acquirer')
})
