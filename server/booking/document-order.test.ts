import { expect, test } from 'vitest'
import { accountWith, call, orderOf, post, visa } from '@/test/call'
import { contextNow, testWorld } from '@/test/world'
import { moveClock } from '../billing/clock'
import { searchDocuments } from '../document/search-documents'
import { listEntries } from '../journal/list-entries'
import { bookAll } from './book'

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

test('entries of a day are listed in the order in which their money moved, a page at a time', async () => {
  const shop = await world.newMerchant()
  for (const _ of Array.from({ length: 8 })) {
    const { id } = await orderOf(shop, 10)
    await post(shop, id, { type: 'charge' })
    await post(shop, id, { type: 'refund' })
  }
  await bookAll(await contextNow(world, shop))
  const context = await contextNow(world, shop)
  const period = { from: '2000-01-01', to: '2100-01-01', limit: 3 }
  for (const direction of ['ascending', 'descending'] as const) {
    const listed: string[] = []
    let after: string | undefined
    do {
      const page = await listEntries(context, { ...period, direction, after })
      listed.push(...page.rows.map(({ moved, kind }) => `${moved.toISOString()} ${kind}`))
      after = page.next
    } while (after !== undefined)
    expect(listed).toHaveLength(16)
    const inTime = listed.toSorted()
    expect(listed).toEqual(direction === 'ascending' ? inTime : inTime.toReversed())
  }
})
