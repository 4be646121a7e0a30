import { expect, test } from 'vitest'
import { insertMany } from '@/db/many'
import { journalEntry } from '@/db/schema'
import { testWorld } from '@/test/world'
import { exportJournal } from './export-csv'

const world = testWorld()

test.each([
  ['fi-FI', ';EUR;25,5;8,84;2,26;11,10;'],
  ['en-GB', ',EUR,25.5,8.84,2.26,11.10,'],
])('in %s, VAT rates have the decimal separator of amounts', async (locale, cells) => {
  const { context, merchant: merchantId, row } = await world.newMerchant()
  const now = world.clock.now()
  await insertMany(context.db, journalEntry, [
    {
      ...{ merchantId, kind: 'charge', source: 'order', currency: 'EUR', amount: 1110n, fee: 0n },
      vat: [{ rate: 25.5, net: '884', vat: '226' }],
      ...{ bookedOn: '2026-10-01', moved: now, created: now },
    },
  ])
  const october = { from: '2026-10-01', to: '2026-10-31' }
  const file = exportJournal({ ...context, merchant: { ...row, locale } }, october)
  expect(await new Response(file).text()).toContain(cells)
})
