import { expect, test } from 'vitest'
import { payout } from '@/db/schema'
import { testWorld } from '@/test/world'
import { recordEntries } from '../settlement/record-entries'
import { bookSettlement } from './book-settlement'
import { listEntries } from './list-entries'

const world = testWorld()

test('tells the money of a failed payout from a payout that collected what the merchant owed', async () => {
  const { context, merchant: merchantId } = await world.newMerchant()
  const date = new Date('2026-04-03T00:00:00Z')
  const of = {
    merchantId,
    service: 'stripe',
    currency: 'SEK',
    created: date,
    arrives: date,
    isComplete: true,
  }
  await world.runtime.db.insert(payout).values([
    { ...of, id: 'po_failed', amount: 500n, state: 'failed' },
    { ...of, id: 'po_owed', amount: -200n, state: 'paid' },
  ])
  const entries = async function* () {
    yield { id: 'txn_back', kind: 'failed payout', amount: 500n, fee: 0n, currency: 'SEK', date } as const
  }
  await recordEntries(context, { service: 'stripe' }, entries())
  await bookSettlement(world.runtime)
  const { rows } = await listEntries(context, { from: '2026-04-01', to: '2026-04-30', limit: 10 })
  expect(rows.map(({ source, amount, isReturnedPayout }) => [source, amount, isReturnedPayout])).toEqual([
    ['stripe txn_back', 500n, true],
    ['stripe po_owed', 200n, false],
    ['stripe po_failed', -500n, false],
  ])
})
