import { expect, test } from 'vitest'
import { authorised, paid, testDouble } from './client'

const refundsOf = { expand: ['data.balance_transaction'] }
const types = { types: ['charge.captured', 'charge.expired', 'charge.refunded', 'refund.created'] }

test('releases what was not captured, without a refund', async () => {
  const { stripe, double } = await testDouble()
  const part = await authorised(stripe, 'pm_card_amex')
  await stripe.paymentIntents.capture(part.id, { amount_to_capture: 6000 })
  const cancelled = await authorised(stripe)
  await stripe.paymentIntents.cancel(cancelled.id)
  const expired = await authorised(stripe)
  double.operate('expire', { intent: expired.id })
  expect((await stripe.refunds.list()).data).toEqual([])
  for (const { latest_charge } of [part, cancelled, expired])
    expect(await stripe.charges.retrieve(String(latest_charge))).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    })
  expect((await stripe.paymentIntents.retrieve(expired.id)).cancellation_reason).toBe('expired')
  expect((await stripe.balanceTransactions.list()).data).toMatchObject([{ amount: 6000, fee: 270 }])
})

test('refunds what a capture releases, and what it returns of the fee, as older versions did', async () => {
  const { stripe, double } = await testDouble({ releases: 'refund' })
  const { id, latest_charge } = await authorised(stripe, 'pm_card_amex')
  await stripe.paymentIntents.capture(id, { amount_to_capture: 6000 })
  const charge = await stripe.charges.retrieve(String(latest_charge))
  expect(charge).toMatchObject({ amount_captured: 6000, amount_refunded: 4000, refunded: false })
  expect((await stripe.refunds.list({ payment_intent: id, ...refundsOf })).data).toMatchObject([
    {
      amount: 4000,
      metadata: {},
      balance_transaction: { amount: -4000, fee: -60, reporting_category: 'partial_capture_reversal' },
    },
  ])
  expect((await stripe.balanceTransactions.list()).data).toMatchObject([
    { amount: -4000, fee: -60, net: -3940 },
    { amount: 10_000, fee: 330, net: 9670 },
  ])
  expect((await stripe.events.list(types)).data.map(({ type }) => type)).toEqual([
    'charge.refunded',
    'refund.created',
    'charge.captured',
  ])
  expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(6000)
  expect(await stripe.charges.retrieve(String(latest_charge))).toMatchObject({
    amount_refunded: 10_000,
    refunded: true,
  })
  expect(double.books()).toMatchObject([{ captured: 6000, released: 4000, refunded: 6000 }])
})

test('refunds what was never captured, which moves no money, as older versions did', async () => {
  const { stripe, double } = await testDouble({ releases: 'refund' })
  const cancelled = await authorised(stripe)
  await stripe.paymentIntents.cancel(cancelled.id)
  const expired = await authorised(stripe)
  double.operate('expire', { intent: expired.id })
  for (const { id, latest_charge } of [cancelled, expired]) {
    expect(await stripe.charges.retrieve(String(latest_charge))).toMatchObject({
      captured: false,
      amount_refunded: 10_000,
      refunded: true,
    })
    expect((await stripe.refunds.list({ payment_intent: id })).data).toMatchObject([
      { amount: 10_000, balance_transaction: null },
    ])
  }
  const [, latest] = (await stripe.events.list({ types: ['charge.refunded'] })).data
  expect(latest?.data.object).toMatchObject({ id: cancelled.latest_charge, captured: false })
  expect((await stripe.paymentIntents.retrieve(expired.id)).cancellation_reason).toBe('automatic')
  await paid(stripe)
  expect((await stripe.balanceTransactions.list()).data).toHaveLength(1)
})
