import { expect, test } from 'vitest'
import { accountWith, call, visa } from '@/test/call'
import { contextNow, testWorld } from '@/test/world'
import { moveClock } from '../billing/clock'
import { searchDocuments } from '../document/search-documents'
import { listEntries } from '../journal/list-entries'

const world = testWorld()

test('documents of payments at one time are listed in the order of their numbers, like their entries', async () => {
  const shop = await world.newMerchant()
  const { id } = await accountWith(shop, visa)
  const terms = { items: 10, currency: 'SEK', schedule: 'yearly' }
  for (const _ of Array.from({ length: 12 }))
    await call(shop.privateKey, 'POST', `/account/${id}/subscription`, terms)
  await moveClock(await contextNow(world, shop), { advance: { days: 1 } })
  const context = await contextNow(world, shop)
  const { rows } = await searchDocuments(context, { limit: 50, sort: 'oldest' })
  const numbers = rows.map(({ number }) => number)
  expect(new Set(rows.map(({ created }) => created.getTime())).size).toBe(1)
  expect(numbers).toHaveLength(12)
  expect(numbers).toEqual(numbers.toSorted())
  const period = { from: '2000-01-01', to: '2100-01-01' }
  const { rows: entries } = await listEntries(context, { ...period, limit: 50, direction: 'ascending' })
  expect(entries.map(({ documentNumber }) => documentNumber)).toEqual(numbers)
})
