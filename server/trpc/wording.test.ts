import { describe, expect, test } from 'vitest'
import { declineCodes } from '@/server/model/card/service'
import { errorSamples } from '@/test/error-samples'
import { documented } from '../http/documented'
import { describeFailure } from '../model/card/describe-failure'
import { fail, type KassaError } from '../model/errors'
import { describeDecline, failureForMerchant } from './describe-decline'
import { contentForMerchant } from './wording'

/** Sentences meant for payers or programs. */
const forOthers =
  /(?<!sk the customer to [^.]*)\b[Uu]se another card\b|\bEnter the card again\b|Idempotency-Key|\b(POST|PUT|GET) \/|Link header|`/

const calledByKeysOnly = new Set([
  'order.foreign-callback',
  'metadata.not-for-public-key',
  'payer.not-for-public-key',
  'payer.no-key-added-card',
  'card.tokenised-elsewhere',
  'customer.email-unconfirmed',
])

test.each(declineCodes)('tells a merchant what a decline means and what to do next: %s', (code) => {
  const { description, details, type } = contentForMerchant(
    fail('card.declined', { code, field: 'payment.card' }),
    'en-SE',
  )
  expect({ type, details }).toEqual({ type: 'Card', details: { code } })
  expect(description).toBe(describeDecline(code))
  // At least two sentences: what happened, and what the merchant does next.
  expect(description).toMatch(
    /^[A-Z].*\. .*\b(Ask the customer|ask the customer|ask for another card|[Cc]ontact|Use another currency|Check)\b.*\.$/,
  )
  expect(description).not.toMatch(forOthers)
  expect(description).not.toBe(describeFailure(code))
})

test('has a sentence of its own for each decline', () => {
  expect(new Set(declineCodes.map((code) => describeDecline(code))).size).toBe(declineCodes.length)
  expect(describeDecline('insufficient funds')).toBe(
    'The customer’s bank declined the card because of insufficient funds. Try again later or ask the customer for another card.',
  )
})

test('describes a recorded failure by its code, whatever sentence was recorded', () => {
  const recorded = {
    code: 'card expired',
    description: 'The card has expired. Use a card that is still valid.',
  }
  expect(failureForMerchant({ type: 'fail', amount: null, error: recorded, original: 'charge' })).toEqual({
    code: 'card expired',
    description: 'The customer’s card has expired. Ask the customer for another card.',
  })
  expect(
    failureForMerchant({ type: 'fail', amount: null, error: { code: 'no card' }, original: 'charge' })
      ?.description,
  ).toContain('The account has no card')
  expect(
    failureForMerchant({ type: 'fail', amount: null, error: { code: 'something new' }, original: null })
      ?.description,
  ).toBe(describeDecline('acquirer error'))
  expect(failureForMerchant({ type: 'fail', amount: null, error: null, original: null })).toBeNull()
})

test('what to do after a late failure is on the order, so it sends readers there from elsewhere', () => {
  const late = { type: 'fail', amount: 100n, error: { code: 'acquirer error' }, original: 'charge' } as const
  const sentence = 'The card service had reported this as done, but it failed later.'
  expect(failureForMerchant(late, { isOnOrder: true })?.description).toBe(sentence)
  expect(failureForMerchant(late)?.description).toBe(`${sentence} Open the order to see what to do.`)
})

test('what customers are asked to do is said in one verb after another', () => {
  for (const code of declineCodes) expect(describeDecline(code)).not.toMatch(/, or for /)
  expect(describeDecline('card declined')).toMatch(/to contact their bank or use another card\.$/)
})

test('another card does not help a refund that failed', () => {
  for (const code of declineCodes) {
    const { description = '' } =
      failureForMerchant({ type: 'fail', amount: null, error: { code }, original: 'refund' }) ?? {}
    expect(description).toContain('pay the customer back in another way')
    const mayBeDoneAlready = code === 'invalid transaction' || code === 'amount limit'
    for (const text of [description, describeFailure(code, 'refund')])
      expect(/disputed, or refunded already.* before you pay/.test(text), code).toBe(mayBeDoneAlready)
    expect(describeFailure(code, 'refund')).not.toMatch(/another card|valid card|Enter the card/)
  }
  expect(describeFailure('never arrived', 'refund')).toBe(describeFailure('never arrived'))
})

test('another card does not help a cancellation that failed', () => {
  for (const code of declineCodes) {
    const { description = '' } =
      failureForMerchant({ type: 'fail', amount: null, error: { code }, original: 'cancel' }) ?? {}
    for (const text of [description, describeFailure(code, 'cancel')]) {
      expect(text).toMatch(/^The card service (could not cancel this|does not allow this to be cancelled)/)
      expect(text).not.toMatch(/customer|another card/)
    }
  }
  expect(describeFailure('never arrived', 'cancel')).toBe(describeFailure('never arrived'))
})

describe.each(errorSamples.map((error): [string, KassaError] => [error.code, error]))('%s', (code, error) => {
  test('has words for a merchant, and all else as documented', () => {
    const { description, ...content } = contentForMerchant(error, 'en-SE')
    const { description: _, ...rest } = documented(error).content
    expect(content).toEqual(rest)
    expect(description).toMatch(/\.$/)
    if (!calledByKeysOnly.has(code) && !code.startsWith('key.')) expect(description).not.toMatch(forOthers)
  })
})

test('tells a former member of a merchant why nothing is found', () => {
  const wordsOf = (what: 'merchant' | 'order') =>
    contentForMerchant(fail('not-found', { what }), 'en-SE').description
  expect(wordsOf('merchant')).toBe('This merchant does not exist, or you are no longer a member of it.')
  expect(wordsOf('order')).toBe('This merchant has no such order. Check the address of this page.')
})

test('writes amounts as the merchant’s pages do', () => {
  const left = { amount: 123_450n, currency: 'SEK' }
  const { description } = contentForMerchant(fail('order.overcharge', { event: 'charge', left }), 'en-SE')
  expect(description.replace(/\s/g, ' ')).toBe(
    'At most 1 234,50 kr can be charged. Enter that amount or less.',
  )
})
