import { describe, expect, test } from 'vitest'
import { noShares } from '@/server/model/order/rules'
import { acceptedInWords, nextStep } from './next-step'

const written = {
  money: ({ amount, currency }: { amount: bigint; currency: string }) =>
    `${Number(amount) / 100} ${currency}`,
  today: '2026-11-18',
  timeZone: 'Europe/Stockholm',
}
const paid = {
  isPaid: true,
  currency: 'SEK',
  retryOn: null,
  attempts: undefined,
  authorisedUntil: null,
  limits: null,
  disputes: [],
  lateFailures: [],
  refusedRefund: undefined,
}
const unpaid = { ...paid, isPaid: false, card: '1111', failure: 'The bank declined it.' }
const shares = (some: object) => ({ ...noShares(), ...some })
const friday = new Date('2026-11-20T12:00:00Z')

test.each([
  [{ ...paid, shares: shares({ ordered: 100n }) }, '1 SEK authorised. Charge it when you deliver.'],
  [
    { ...paid, authorisedUntil: friday, shares: shares({ ordered: 100n }) },
    '1 SEK authorised until Friday. Charge it when you deliver.',
  ],
  [
    { ...paid, limits: { charge: 'once' as const }, shares: shares({ ordered: 100n, charged: 1n }) },
    '1 SEK still authorised. Charge it when you deliver. It can be charged once; the card service releases the rest.',
  ],
  [{ ...paid, shares: shares({ charged: 100n }) }, 'Nothing: paid in full.'],
  [
    { ...paid, shares: shares({ charged: 100n, refunded: 200n }) },
    'Nothing: 1 SEK stays paid and 2 SEK was refunded.',
  ],
  [
    { ...paid, shares: shares({ charged: 100n, cancelled: 300n }) },
    'Nothing: 1 SEK stays paid and 3 SEK was cancelled.',
  ],
  [
    { ...paid, shares: shares({ charged: 100n, refunded: 200n, cancelled: 300n }) },
    'Nothing: 1 SEK stays paid, 2 SEK was refunded and 3 SEK was cancelled.',
  ],
  [
    { ...paid, shares: shares({ refunded: 200n, cancelled: 300n }) },
    'Nothing: 2 SEK was refunded and 3 SEK was cancelled.',
  ],
  [{ ...paid, shares: shares({ refunded: 100n }) }, 'Nothing: refunded in full.'],
  [{ ...paid, shares: shares({ cancelled: 100n }) }, 'Nothing: cancelled.'],
  [{ ...unpaid, shares: shares({ ordered: 100n }) }, 'Kassa is charging it now.'],
])('says what happens next: %#', (order, text) => {
  expect(nextStep(order, written)).toEqual({ text })
})

test.each([
  [
    { retryOn: '2026-11-22', attempts: { attempt: 2, attempts: 5 }, shares: shares({ pending: 100n }) },
    'Kassa tries again on Sunday, just after midnight (attempt 3 of 5). If all attempts fail, the account is suspended.',
  ],
  [
    { retryOn: '2026-11-22', attempts: { attempt: 4, attempts: 5 }, shares: shares({ pending: 100n }) },
    'Kassa tries again on Sunday, just after midnight (attempt 5 of 5). If it fails too, the account is suspended.',
  ],
  [
    { retryOn: '2026-11-18', attempts: { attempt: 1, attempts: 5 }, shares: shares({ pending: 100n }) },
    'Kassa tries again today (attempt 2 of 5). If all attempts fail, the account is suspended.',
  ],
  [
    { attempts: { attempt: 5, attempts: 5 }, shares: shares({ denied: 100n }) },
    'All 5 attempts failed, and Kassa will not retry automatically.',
  ],
  [
    { attempts: { attempt: 1, attempts: 1 }, shares: shares({ denied: 100n }) },
    'Kassa will not retry automatically.',
  ],
  [{ attempts: { attempt: 1, attempts: 5 }, shares: shares({ pending: 100n }) }, 'It is being retried now.'],
])('says why a payment failed and when it is retried: %#', (order, text) => {
  expect(nextStep({ ...unpaid, ...order }, written)).toEqual({
    text: `The payment with 1111 failed. The bank declined it. ${text}`,
    isUrgent: true,
    wantsCard: true,
  })
})

describe('a dispute', () => {
  const open = {
    state: 'needs response',
    isInquiry: false,
    due: friday,
    amount: 100n,
    currency: 'SEK',
  } as const
  const next = (some: object) =>
    nextStep({ ...paid, shares: shares({ charged: 100n }), disputes: [{ ...open, ...some }] }, written)

  test('needs evidence while there is time', () => {
    const text = 'The customer disputes 1 SEK. Submit evidence at the card service by Friday.'
    expect(next({})).toEqual({ text, isUrgent: true })
    const today = new Date('2026-11-18T12:00:00Z')
    expect(next({ due: today }).text).toContain('at the card service today.')
    expect(next({ due: new Date('2026-11-01T12:00:00Z') }).text).toMatch(/at the card service\.$/)
    expect(next({ isInquiry: true }).text).toBe(
      'The customer’s bank asks about 1 SEK. Respond at the card service by Friday, or refund the order.',
    )
  })

  test('is decided by the bank', () => {
    expect(next({ state: 'under review' })).toEqual({
      text: 'The customer’s bank is reviewing the dispute over 1 SEK.',
    })
    expect(next({ state: 'lost' }).text).toBe(
      'Nothing: the dispute was lost, and the bank returned 1 SEK to the customer.',
    )
    const lost = { ...open, state: 'lost' as const }
    const disputes = [lost, { ...lost, amount: 200n }, { ...lost, isInquiry: true }]
    expect(nextStep({ ...paid, shares: shares({ charged: 300n }), disputes }, written).text).toBe(
      'Nothing: the disputes were lost, and the bank returned 3 SEK to the customer.',
    )
    expect(next({ state: 'won' }).text).toBe('Nothing: paid in full.')
    expect(next({ state: 'under review', isInquiry: true }).text).toBe(
      'The customer’s bank is reviewing its inquiry about 1 SEK.',
    )
  })

  test('matters less than money that is still authorised, but the response to a dispute is never forgotten', () => {
    const order = { ...paid, shares: shares({ ordered: 100n, charged: 100n }) }
    const after = [
      { ...open, state: 'lost' as const },
      { ...open, state: 'won' as const },
    ]
    expect(nextStep({ ...order, disputes: after }, written).text).toMatch(/^1 SEK still authorised/)
    expect(nextStep({ ...order, disputes: [...after, open] }, written).text).toMatch(/^The customer disputes/)
  })
})

test.each([
  [
    'refund',
    { charged: 100n },
    'The refund of 1 SEK failed after all: the customer has not received it. Refund it again, or pay it back in another way and add a note.',
  ],
  [
    'charge',
    { cancelled: 100n },
    'The charge of 1 SEK failed after all: you have not received it. It can no longer be charged here. Ask the customer to pay in another way, and add a note.',
  ],
  [
    'charge',
    { ordered: 100n },
    'The charge of 1 SEK failed after all: you have not received it. Charge it again, or get it in another way and add a note.',
  ],
  [
    'cancel',
    { ordered: 100n },
    'The cancellation of 1 SEK failed after all: the amount is still reserved on the card. Cancel it again, or charge it.',
  ],
] as const)('says what to do after a %s that failed later', (kind, left, text) => {
  const order = { ...paid, shares: shares(left), lateFailures: [{ kind, amount: 100n }] }
  expect(nextStep(order, written)).toEqual({ text, isUrgent: true })
})

test('says that a refund was refused, and what to do', () => {
  const refusedRefund = { amount: 100n, why: 'Try again later.' }
  // Also while something is left to charge.
  expect(
    nextStep({ ...paid, shares: shares({ ordered: 100n, charged: 100n }), refusedRefund }, written),
  ).toEqual({
    text: 'The refund of 1 SEK failed: the customer has not received it. Try again later. If you pay it back yourself, add a note.',
    isUrgent: true,
  })
})

test('says what an operation waits for whose outcome is not known', () => {
  const said = (more: object) =>
    acceptedInWords({ type: 'charge', amount: 100n, ...more }, { ...written, currency: 'SEK' })
  expect(said({})).toMatch(/^A charge of 1 SEK is on its way\./)
  expect(said({ approvalUntil: new Date('2025-03-14T12:00:00Z') })).toBe(
    'A payment of 1 SEK waits for the customer’s approval at the bank. Nothing has been charged. If it is not approved by 14 Mar 2025, it fails. The customer can approve it from the account page.',
  )
})
