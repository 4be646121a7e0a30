import { expect, test } from 'vitest'
import { largestPage, pageText } from './listing'

const created = new Date('2026-03-31T12:00:00Z')
const idOf = (n: number) =>
  `A${String(n)
    .padStart(15, '0')
    .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`

/** A list of `count` rows that have `bytes` each and are thought to have `size`, and which of its rows were read. */
function listOf(
  count: number,
  { bytes, size = bytes, limit = 1000 }: { bytes: number; size?: number; limit?: number },
) {
  const reads: number[] = []
  const places = Array.from({ length: count }, (_, n) => ({ id: idOf(n), created, size }))
  const read = async (ids: readonly string[]) => {
    reads.push(ids.length)
    // In any order.
    return ids.map((id) => ({ id, created, text: 'x'.repeat(bytes) })).reverse()
  }
  return { reads, listing: { places: places.slice(0, limit + 1), limit, read } }
}

const show = ({ id, text }: { id: string; text: string }) => ({ id, text })

test('a page of large rows reads hardly more than it shows', async () => {
  const { listing, reads } = listOf(1000, { bytes: 300_000 })
  const { text, next } = await pageText(listing, show)
  expect(text.length).toBeLessThanOrEqual(largestPage)
  expect(JSON.parse(text)).toHaveLength(6)
  expect(next).toBeDefined()
  expect(reads.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(9)
})

test('a page of rows that are much larger than they seemed ends all the same', async () => {
  const { listing, reads } = listOf(1000, { bytes: 100_000, size: 100 })
  const { text } = await pageText(listing, show)
  expect(text.length).toBeLessThanOrEqual(largestPage)
  expect(reads).toEqual([250])
})

test('a page of small rows has them all, in their order, with a next page only when there is more', async () => {
  const ids = (text: string) => JSON.parse(text).map(({ id }: { id: string }) => id)
  const whole = await pageText(listOf(600, { bytes: 10 }).listing, show)
  expect([ids(whole.text), whole.next]).toEqual([Array.from({ length: 600 }, (_, n) => idOf(n)), undefined])
  const first = await pageText(listOf(600, { bytes: 10, limit: 100 }).listing, show)
  expect(ids(first.text)).toEqual(Array.from({ length: 100 }, (_, n) => idOf(n)))
  expect(first.next).toBeDefined()
  expect(await pageText(listOf(0, { bytes: 10 }).listing, show)).toEqual({ text: '[]' })
})

test('the last row of a list may fill its page, and there is no next page then', async () => {
  const { text, next } = await pageText(listOf(1, { bytes: 3_000_000 }).listing, show)
  expect(text.length).toBeGreaterThan(largestPage)
  expect(next).toBeUndefined()
})
