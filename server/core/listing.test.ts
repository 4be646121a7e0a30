import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Listing, maxPageBytes, pageText } from './listing'
import type { Position } from './page'

const created = new Date('2026-01-01T12:00:00Z')

/** A list of `count` rows that each claim to have `size` bytes. Notes how many rows each read asks for. */
function listOf(count: number, size: number): { listing: Listing<Position>; reads: number[] } {
  const reads: number[] = []
  const places = Array.from({ length: count }, (_, n) => ({ id: `row${n}`, created, size }))
  const read = async (ids: readonly string[]) => {
    reads.push(ids.length)
    return ids.map((id) => ({ id, created }))
  }
  return { listing: { places, ending: {}, read }, reads }
}

test('reads at most 250 small rows at a time', async () => {
  const { listing, reads } = listOf(1000, 10)
  const { text } = await pageText(listing, ({ id }) => id)
  expect(JSON.parse(text)).toEqual(listing.places.map(({ id }) => id))
  expect(reads).toEqual([250, 250, 250, 250])
})

test('reads at most 1 MB of large rows at a time, and nothing after the end of the page', async () => {
  const { listing, reads } = listOf(1000, 300_000)
  const row = 'x'.repeat(300_000)
  const { text, next } = await pageText(listing, () => row)
  expect(text.length).toBeLessThanOrEqual(maxPageBytes)
  expect(JSON.parse(text)).toHaveLength(6)
  expect(next).toBeDefined()
  expect(reads).toEqual([3, 3, 3])
})

test('gives other requests their turn after 20 ms of work', async () => {
  const { listing } = listOf(50, 10)
  let inTurn = 0
  let max = 0
  let ended = false
  const others = async () => {
    while (!ended) {
      inTurn = 0
      await nextTurn()
    }
  }
  // Takes 5 ms of any machine's time. A busy machine only makes it longer.
  const slowly = ({ id }: Position) => {
    const started = performance.now()
    while (performance.now() - started < 5);
    max = Math.max(max, ++inTurn)
    return id
  }
  const waiting = others()
  await pageText(listing, slowly)
  ended = true
  await waiting
  expect(max).toBeGreaterThan(0)
  expect(max).toBeLessThanOrEqual(5)
})
