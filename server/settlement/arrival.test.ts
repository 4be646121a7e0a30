import { expect, test } from 'vitest'
import { payout } from '@/db/schema'
import { testWorld } from '@/test/world'
import { exportPayouts } from './export-payouts'
import { listPayouts, requirePayout, totalPayouts } from './payouts'

const world = testWorld()

test.each(['America/Los_Angeles', 'Europe/Stockholm', 'Pacific/Auckland'])(
  'a payout arrives on the day that it is booked on, for a merchant in %s',
  async (timeZone) => {
    const shop = await world.newMerchant()
    const context = { ...shop.context, merchant: { ...shop.context.merchant, timeZone } }
    const arrives = new Date('2026-12-01T00:00:00Z')
    const named = { service: 'stripe', id: `po_${shop.merchant}` }
    await world.runtime.db.insert(payout).values({
      ...named,
      merchantId: shop.merchant,
      amount: 57_960n,
      currency: 'SEK',
      state: 'paid',
      arrives,
      created: arrives,
      isComplete: false,
    })
    const on = (day: string) => listPayouts(context, { start: day, end: day, limit: 10 })
    expect((await on('2026-12-01')).rows).toMatchObject([{ arrivesOn: '2026-12-01' }])
    expect((await on('2026-11-30')).rows).toEqual([])
    expect((await on('2026-12-02')).rows).toEqual([])
    const december = { start: '2026-12-01', end: '2026-12-31' }
    expect(await totalPayouts(context, december)).toMatchObject([{ amount: 57_960n }])
    expect(await requirePayout(context, named)).toMatchObject({ arrivesOn: '2026-12-01' })
    const csv = await new Response(exportPayouts(context, { ...december, columns: 'arrives' })).text()
    expect(csv.split(/\r?\n/)[1]).toBe('2026-12-01')
  },
)
