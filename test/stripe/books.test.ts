import fc from 'fast-check'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { authorised, testDouble } from './client'

const step = fc.record({
  action: fc.constantFrom(
    'capture',
    'part',
    'rest',
    'refund',
    'cancel',
    'expire',
    'fail-refund',
    'fail-capture',
  ),
  intent: fc.nat(3),
  amount: fc.integer({ min: 1, max: 12_000 }),
})

test('whatever is requested, each authorised cent is in one place, and the balance adds up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { stripe, double } = await testDouble()
      const ids: string[] = []
      for (const card of ['pm_card_visa', 'pm_card_amex', 'pm_card_visa', 'pm_card_mastercard'])
        ids.push((await authorised(stripe, card)).id)
      for (const { action, intent, amount } of steps) {
        const id = ids[intent] ?? ''
        await perform(action, id, amount).catch((failure: unknown) => {
          if (!(failure instanceof Stripe.errors.StripeInvalidRequestError)) throw failure
        })
      }

      async function perform(action: string, id: string, amount: number): Promise<unknown> {
        switch (action) {
          case 'capture':
            return stripe.paymentIntents.capture(id, { amount_to_capture: amount })
          case 'part':
            return stripe.paymentIntents.capture(id, { amount_to_capture: amount, final_capture: false })
          case 'rest':
            return stripe.paymentIntents.capture(id, { amount_to_capture: 0, final_capture: true })
          case 'refund':
            return stripe.refunds.create({ payment_intent: id, amount })
          case 'cancel':
            return stripe.paymentIntents.cancel(id)
          case 'expire':
            return double.operate('expire', { intent: id })
          case 'fail-refund': {
            const [refund] = (await stripe.refunds.list({ payment_intent: id })).data
            return refund && double.operate('fail-refund', { refund: refund.id })
          }
          default:
            return double.operate('fail-capture', { intent: id })
        }
      }

      const books = double.books()
      for (const { authorised: whole, captured, released, open, refunded } of books) {
        expect(captured + released + open).toBe(whole)
        expect(refunded).toBeLessThanOrEqual(captured)
      }
      const moved = double.state.balanceTransactions.newest().reduce((sum, { amount }) => sum + amount, 0)
      const kept = books.map((book) => (book.failed ? 0 : book.captured - book.refunded))
      expect(moved).toBe(kept.reduce((sum, amount) => sum + amount, 0))
    }),
    { numRuns: 25 },
  )
})
