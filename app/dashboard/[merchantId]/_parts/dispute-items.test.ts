import { expect, test } from 'vitest'
import { disputeItems } from './dispute-items'

const dispute = {
  ...{ id: 'dp_1', isInquiry: false, reason: 'fraud', amount: 110_400n, currency: 'SEK' },
  opened: new Date('2026-11-20T12:00:00Z'),
}
interface Outcome {
  state: 'needs response' | 'won' | 'lost'
  decided: Date | null
  isInquiry?: boolean
}

const itemsOf = (some: Outcome) =>
  disputeItems({ ...dispute, ...some }, ({ amount }) => `${Number(amount) / 100} kr`)
const titles = (some: Outcome) => itemsOf(some).map(({ title }) => title)

test('the activity has the opening of a dispute and its decision, the latest first', () => {
  const opened = 'Dispute over 1104 kr opened'
  const decided = new Date('2026-11-27T12:00:00Z')
  expect(titles({ state: 'needs response', decided: null })).toEqual([opened])
  expect(titles({ state: 'lost', decided })).toEqual(['Dispute over 1104 kr lost', opened])
  expect(titles({ state: 'won', decided })).toEqual(['Dispute over 1104 kr won', opened])
  expect(titles({ state: 'needs response', decided: null, isInquiry: true })).toEqual([
    'Inquiry about 1104 kr',
  ])
})

test('a dispute that was decided before Kassa learned of it is one item with its outcome', () => {
  const [lost, ...others] = itemsOf({ state: 'lost', decided: null })
  expect(others).toEqual([])
  expect(lost).toMatchObject({
    title: 'Dispute over 1104 kr opened and lost',
    tone: 'red',
    at: dispute.opened,
  })
  expect(lost?.more).toBe('Reason: fraud. The bank returned the money.')
  expect(titles({ state: 'won', decided: null })).toEqual(['Dispute over 1104 kr opened and won'])
})
