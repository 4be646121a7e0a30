import { expect, test } from 'vitest'
import { authorised, day, errorOf, paid, testDouble } from './client'

const evidence = { data: Buffer.from('%PDF-1.4'), name: 'evidence.pdf', type: 'application/pdf' }

test('refunds in parts, up to what was captured', async () => {
  const { stripe, double } = await testDouble()
  const { id, latest_charge } = await paid(stripe)
  const refund = await stripe.refunds.create({
    payment_intent: id,
    amount: 4000,
    metadata: { operation: '1' },
  })
  expect(refund).toMatchObject({
    status: 'succeeded',
    amount: 4000,
    charge: latest_charge,
    payment_intent: id,
  })
  const tooMuch = await errorOf(stripe.refunds.create({ payment_intent: id, amount: 6001 }))
  expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount', rawType: 'invalid_request_error' })
  expect(tooMuch.code).toBeUndefined()
  await stripe.refunds.create({ charge: String(latest_charge) })
  expect(await stripe.charges.retrieve(String(latest_charge))).toMatchObject({
    amount_refunded: 10_000,
    refunded: true,
  })
  expect((await errorOf(stripe.refunds.create({ payment_intent: id }))).code).toBe('charge_already_refunded')
  expect((await stripe.refunds.list({ payment_intent: id })).data.map(({ amount }) => amount)).toEqual([
    6000, 4000,
  ])
  expect(double.books()).toMatchObject([{ captured: 10_000, refunded: 10_000 }])
})

test('refunds what was captured of an authorisation that is still open', async () => {
  const { stripe } = await testDouble()
  const { id } = await authorised(stripe)
  expect((await errorOf(stripe.refunds.create({ payment_intent: id }))).statusCode).toBe(400)
  await stripe.paymentIntents.capture(id, { amount_to_capture: 3000, final_capture: false })
  expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(3000)
})

test('refunds can be pending, and then succeed', async () => {
  const { stripe, double } = await testDouble()
  const { id } = await paid(stripe, 'pm_card_pendingRefund')
  const refund = await stripe.refunds.create({ payment_intent: id })
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
  double.operate('advance', { seconds: 60 })
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
})

test('refunds can fail after having succeeded, and the money comes back', async () => {
  const { stripe, double } = await testDouble()
  const { id, latest_charge } = await paid(stripe, 'pm_card_refundFail')
  const refund = await stripe.refunds.create({ payment_intent: id })
  expect(refund.status).toBe('succeeded')
  double.operate('advance', { seconds: 60 })
  const failed = await stripe.refunds.retrieve(refund.id, { expand: ['failure_balance_transaction'] })
  expect(failed).toMatchObject({
    status: 'failed',
    failure_reason: 'unknown',
    failure_balance_transaction: { amount: 10_000 },
  })
  expect(await stripe.charges.retrieve(String(latest_charge))).toMatchObject({
    amount_refunded: 0,
    refunded: false,
  })
  expect(double.books()).toMatchObject([{ refunded: 0 }])
})

test('the settings make any refund pending', async () => {
  const { stripe, double } = await testDouble({ refunds: 'pending' })
  const { id } = await paid(stripe)
  const refund = await stripe.refunds.create({ payment_intent: id })
  expect(refund.status).toBe('pending')
  double.operate('fail-refund', { refund: refund.id })
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed')
})

test.each([
  ['sek', 1680],
  ['isk', 1700],
])('fees in %s are as whole as amounts', async (currency, fee) => {
  const { stripe } = await testDouble()
  await paid(stripe, 'pm_card_visa', { amount: 100_000, currency })
  const { data } = await stripe.balanceTransactions.list()
  expect(data).toMatchObject([{ amount: 100_000, fee, net: 100_000 - fee }])
})

test('a dispute takes its amount and a fee, and a won one brings back the amount', async () => {
  const { stripe } = await testDouble()
  const { id, latest_charge } = await paid(stripe, 'pm_card_createDispute')
  const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
  expect(dispute).toMatchObject({
    status: 'needs_response',
    reason: 'fraudulent',
    amount: 10_000,
    balance_transactions: [{ amount: -10_000, fee: 15_000, net: -25_000 }],
  })
  expect((await stripe.charges.retrieve(String(latest_charge))).disputed).toBe(true)
  expect((await errorOf(stripe.refunds.create({ payment_intent: id }))).code).toBe('refund_disputed_payment')

  const file = await stripe.files.create({ purpose: 'dispute_evidence', file: evidence })
  const staged = await stripe.disputes.update(dispute?.id ?? '', {
    evidence: { uncategorized_file: file.id },
    submit: false,
  })
  expect(staged).toMatchObject({
    status: 'needs_response',
    evidence_details: { has_evidence: true, submission_count: 0 },
  })
  const won = await stripe.disputes.update(dispute?.id ?? '', {
    evidence: { uncategorized_text: 'winning_evidence' },
  })
  expect(won).toMatchObject({
    status: 'won',
    balance_transactions: [{ amount: -10_000 }, { amount: 10_000 }],
  })
  expect((await stripe.refunds.create({ payment_intent: id })).status).toBe('succeeded')
})

test('a dispute is lost when it is accepted, when its evidence fails, or when its time is over', async () => {
  const { stripe, double } = await testDouble()
  const disputes: string[] = []
  for (let count = 0; count < 4; count += 1) {
    const { id } = await paid(stripe)
    disputes.push(double.operate('dispute', { intent: id, amount: 1000 }).id)
  }
  const [accepted = '', weak = '', late = '', reviewed = ''] = disputes
  expect((await stripe.disputes.close(accepted)).status).toBe('lost')
  const text = (uncategorized_text: string) => ({ evidence: { uncategorized_text } })
  expect((await stripe.disputes.update(weak, text('losing_evidence'))).status).toBe('lost')
  expect((await stripe.disputes.update(reviewed, text('It was delivered.'))).status).toBe('under_review')
  expect((await errorOf(stripe.disputes.update(reviewed, text('More.')))).statusCode).toBe(400)
  double.operate('advance', { seconds: 9 * day })
  expect(await stripe.disputes.retrieve(late)).toMatchObject({
    status: 'lost',
    evidence_details: { past_due: true },
  })
  double.operate('close-dispute', { dispute: reviewed, outcome: 'won' })
  expect((await stripe.disputes.retrieve(reviewed)).status).toBe('won')
})

test('an inquiry moves no money', async () => {
  const { stripe } = await testDouble()
  const { id } = await paid(stripe, 'pm_card_createDisputeInquiry')
  const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
  expect(dispute).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] })
  expect((await stripe.refunds.create({ payment_intent: id, amount: 100 })).status).toBe('succeeded')
})

test('a captured authorisation is disputed after its capture', async () => {
  const { stripe } = await testDouble()
  const { id } = await authorised(stripe, 'pm_card_createDispute')
  expect((await stripe.disputes.list()).data).toEqual([])
  await stripe.paymentIntents.capture(id)
  expect((await stripe.disputes.list()).data).toHaveLength(1)
})

test('uploads evidence, whose contents can be read again', async () => {
  const { stripe, double } = await testDouble()
  const file = await stripe.files.create({ purpose: 'dispute_evidence', file: evidence })
  expect(file).toMatchObject({ filename: 'evidence.pdf', type: 'pdf', size: evidence.data.length })
  const headers = { Authorization: `Bearer ${double.secretKey}` }
  expect(await (await fetch(file.url ?? '', { headers })).text()).toBe('%PDF-1.4')
  const text = { data: Buffer.from('x'), name: 'a.txt', type: 'text/plain' }
  expect((await errorOf(stripe.files.create({ purpose: 'dispute_evidence', file: text }))).param).toBe('file')
})

test('a payout adds up to the cent, and is paid out once', async () => {
  const { stripe, double } = await testDouble()
  await paid(stripe)
  const second = await authorised(stripe, 'pm_card_mastercard', { amount: 33_333 })
  await stripe.paymentIntents.capture(second.id, { amount_to_capture: 11_111, final_capture: false })
  await stripe.paymentIntents.capture(second.id)
  const { id } = await paid(stripe, 'pm_card_visa', { amount: 50_000 })
  await stripe.refunds.create({ payment_intent: id, amount: 1234 })
  double.operate('dispute', { intent: id, amount: 5000 })

  expect(double.operate('payout', { pending: false })).toBeNull()
  double.operate('advance', { seconds: 2 * day })
  const payout = double.operate('payout', { pending: false })
  const { data } = await stripe.balanceTransactions.list({ payout: payout?.id ?? '', limit: 100 })
  const parts = data.filter(({ type }) => type !== 'payout')
  expect(parts.map(({ type }) => type).sort()).toEqual([
    'adjustment',
    'charge',
    'charge',
    'charge',
    'charge',
    'refund',
  ])
  expect(parts.reduce((sum, { net }) => sum + net, 0)).toBe(payout?.amount)
  expect(data.find(({ type }) => type === 'payout')?.amount).toBe(-(payout?.amount ?? 0))
  for (const { amount, fee, net } of data) expect(net).toBe(amount - fee)
  expect(double.operate('payout', {})).toBeNull()
  await paid(stripe, 'pm_card_visa', { amount: 800 })
  const next = double.operate('payout', {})
  const later = await stripe.balanceTransactions.list({ payout: next?.id ?? '' })
  expect(later.data.map(({ amount }) => amount)).toEqual([-(800 - 192), 800])
  expect((await stripe.balanceTransactions.list({ payout: payout?.id ?? '' })).data).toHaveLength(data.length)

  expect((await stripe.payouts.list()).data).toMatchObject([
    { status: 'in_transit' },
    { status: 'in_transit', currency: 'sek' },
  ])
  double.operate('advance', { seconds: 2 * day })
  expect((await stripe.payouts.list({ status: 'paid' })).data).toHaveLength(2)
})

test('a failed payout is part of the next one', async () => {
  const { stripe, double } = await testDouble()
  await paid(stripe, 'pm_card_bypassPending')
  const first = double.operate('payout', { pending: false })
  double.operate('fail-payout', { payout: first?.id ?? '' })
  expect(await stripe.payouts.retrieve(first?.id ?? '')).toMatchObject({ status: 'failed' })
  expect(double.operate('payout', {})?.amount).toBe(first?.amount)
})

test('a negative balance is debited only if requested', async () => {
  const { stripe, double } = await testDouble()
  const { id } = await paid(stripe)
  double.operate('payout', {})
  await stripe.refunds.create({ payment_intent: id, amount: 2500 })
  expect(double.operate('payout', {})).toBeNull()
  expect(double.operate('payout', { debit: true })).toMatchObject({ amount: -2500, status: 'in_transit' })
  const { available, pending } = await stripe.balance.retrieve()
  expect([...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
})

test('a charge that fails while its capture is processing stays failed', async () => {
  const { stripe, double } = await testDouble()
  double.operate('settings', { captures: 'late', captureSeconds: 60 })
  const { id } = await paid(stripe)
  double.operate('fail-capture', { intent: id })
  double.operate('advance', { seconds: 60 })
  const intent = await stripe.paymentIntents.retrieve(id)
  expect(intent).toMatchObject({ status: 'requires_payment_method', amount_received: 0 })
  expect((await stripe.balanceTransactions.list()).data).toEqual([])
})

test('pays out every day if configured', async () => {
  const { stripe, double } = await testDouble()
  double.operate('pay-out-daily', {})
  await paid(stripe)
  await paid(stripe, 'pm_card_visa', { currency: 'eur' })
  double.operate('advance', { seconds: 3 * day })
  const { data } = await stripe.payouts.list()
  expect(data.map(({ currency }) => currency).sort()).toEqual(['eur', 'sek'])
})

test('the balance is what was not paid out', async () => {
  const { stripe, double } = await testDouble()
  await paid(stripe)
  expect(await stripe.balance.retrieve()).toMatchObject({ pending: [{ amount: 9670, currency: 'sek' }] })
  double.operate('advance', { seconds: 2 * day })
  expect(await stripe.balance.retrieve()).toMatchObject({
    available: [{ amount: 9670 }],
    pending: [{ amount: 0 }],
  })
  double.operate('payout', {})
  expect(await stripe.balance.retrieve()).toMatchObject({ available: [{ amount: 0 }] })
})
