import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { connect } from '@/db/client'
import { dashboardAs } from '@/test/members'
import { testWorld } from '@/test/world'
import { days, later } from '../core/clock'
import { exportFees } from '../settlement/export-fees'
import { recordEntries } from '../settlement/record-entries'
import { feeTotals } from './fee-totals'
import { sumDays } from './sum-days'

const world = testWorld()

/** Creates a merchant with fees of the last days, the newest first, each of one unit of money more than the one before. */
async function shopWithFees(count: number) {
  const shop = await world.newMerchant()
  const fees = Array.from({ length: count }, (_, index) => ({
    ...({
      id: `txn_${index}`,
      kind: 'charge',
      amount: 100_000n,
      currency: index % 2 ? 'EUR' : 'SEK',
    } as const),
    ...{ fee: BigInt(index + 1), date: later(world.clock.now(), -days(index)) },
  }))
  await recordEntries(shop.context, { service: 'stripe' }, Readable.from(fees))
  return shop
}

test('fees have the same count and sum before and after their days are summed', async () => {
  const { context } = await shopWithFees(6)
  const all = [
    { currency: 'EUR', count: 3, amount: 12n },
    { currency: 'SEK', count: 3, amount: 9n },
  ]
  expect(await feeTotals(context, {})).toEqual(all)
  await sumDays(context)
  expect(await feeTotals(context, {})).toEqual(all)
  expect(await feeTotals(context, { currency: 'EUR' })).toEqual(all.slice(0, 1))
})

test('an export reads the fees, and does not add them up for each page', async () => {
  const { context } = await shopWithFees(1001)
  const sent: string[] = []
  const { db, close } = connect(world.databaseUrl, { pool: 1, onQuery: (query) => sent.push(query) })
  const csv = await new Response(exportFees({ ...context, db }, { columns: 'fee' })).text()
  await close()
  expect(csv.trim().split('\n')).toHaveLength(1002)
  expect(sent.filter((query) => query.includes('settlement_entry'))).toHaveLength(2)
})

test('a cursor with a text or a day that PostgreSQL refuses is invalid', async () => {
  const { merchant } = await world.newMerchant()
  const { bookkeeping, payout, report } = await dashboardAs(world.runtime, merchant, 'owner')
  const at = (...place: string[]) => Buffer.from(JSON.stringify(place)).toString('base64url')
  const time = '2026-01-01T00:00:00.000Z'
  const year = { from: '2026-01-01', to: '2026-12-31' }
  const asked = [
    () => report.fees({ after: at(time, 'stripe\0', 'x') }),
    () => payout.list({ after: at(time, 'x\0') }),
    () => payout.disputes({ after: at(time, 'x\0') }),
    () => bookkeeping.entries({ ...year, after: at('2026-01-01', time, 'charge', '\0') }),
    () => bookkeeping.entries({ ...year, after: at('0000-01-01', time, 'charge', 'x') }),
  ]
  for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
